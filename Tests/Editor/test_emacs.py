"""Emacs with Eglot in batch, configured as the page says."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

import support
import texts
from recipes import recipes

SCRIPT = r"""
(require 'package) (package-initialize)
(require 'json) (require 'flymake)
(require 'eglot)
(setq eglot-connect-timeout 60 eglot-sync-connect 60 eglot-autoshutdown nil)
(defvar sm-result nil)
(defun sm-note (key value) (push (cons key value) sm-result))
(defun sm-wait (condition)
  (let ((end (+ (float-time) 30)))
    (while (and (< (float-time) end) (not (funcall condition)))
      (accept-process-output nil 0.05))
    (funcall condition)))
;; In batch, the hook that attaches is not called by a command.
(remove-hook 'sm-mode-hook 'eglot-ensure)
(find-file (getenv "SM_FILE"))
(sm-note 'mode (symbol-name major-mode))
(defvar sm-published nil)
(cl-defmethod eglot-handle-notification :before
  (_server (_method (eql textDocument/publishDiagnostics)) &key diagnostics &allow-other-keys)
  (setq sm-published diagnostics))
(apply #'eglot--connect (eglot--guess-contact))
(eglot--managed-mode 1)
(flymake-mode 1)
(setq sm-published nil)
(eglot--signal-textDocument/didClose)
(eglot--signal-textDocument/didOpen)
(sm-wait (lambda () (> (length sm-published) 0)))
(sm-note 'diagnostics
  (mapcar (lambda (item)
            (list (cons 'message (plist-get item :message))
                  (cons 'line (plist-get (plist-get (plist-get item :range) :start) :line))))
          sm-published))
(goto-char (point-min))
(search-forward "-> cl")
(let ((contents (plist-get (jsonrpc-request (eglot-current-server) :textDocument/hover
                             (eglot--TextDocumentPositionParams)) :contents)))
  (sm-note 'hover (plist-get contents :value))
  (sm-note 'kind (plist-get contents :kind)))
(setq sm-published 'none)
(goto-char (point-min))
(while (search-forward "closd" nil t) (replace-match "closed"))
(sm-note 'unhandled (condition-case failure (progn (eglot-format-buffer) nil) (error (format "%S" failure))))
(sm-note 'text (buffer-string))
(eglot--signal-textDocument/didChange)
;; jsonrpc.el leaves what came with an answer unread until more comes.
(sm-wait (lambda ()
  (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))
  (not (eq sm-published 'none))))
(sm-note 'left (if (eq sm-published 'none) -1 (length sm-published)))
(set-buffer-modified-p nil)
(with-temp-file (getenv "SM_RESULT") (insert (json-encode sm-result)))
"""


def has_eglot():
    if not shutil.which("emacs"):
        return False
    command = ["emacs", "--batch", "--eval", "(progn (require 'package) (package-initialize) (require 'eglot))"]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    if not has_eglot():
        pytest.skip("no Emacs with Eglot")
    folder = tmp_path_factory.mktemp("emacs")
    [(_, recipe)] = recipes("Emacs")
    (folder / "init.el").write_text(recipe)
    (folder / "drive.el").write_text(SCRIPT)
    (folder / "Door.sm").write_text(texts.WRONG.replace("  closing -> closd", "   closing->closd"))
    environment = {
        **os.environ,
        "PATH": f"{pathlib.Path(support.SERVER).parent}:{os.environ['PATH']}",
        "SM_FILE": str(folder / "Door.sm"),
        "SM_RESULT": str(folder / "result.json"),
        "HOME": str(folder),
    }
    command = ["emacs", "--batch", "-l", str(folder / "init.el"), "-l", str(folder / "drive.el")]
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=support.PATIENCE * 2
    )
    assert (folder / "result.json").exists(), run.stderr[-3000:]
    return json.loads((folder / "result.json").read_text())


def test_mode(result):
    assert result["mode"] == "sm-mode"


def test_diagnostics(result):
    [wrong] = [item for item in result["diagnostics"] if "'closd'" in item["message"]]
    assert wrong["line"] == 9


def test_what_is_mended_is_told(result):
    assert result["left"] == 0


def test_hover(result):
    assert "closing" in result["hover"]


def test_formatting(result):
    assert result["unhandled"] is None
    assert "\n  closing -> closed" in result["text"]
