"""Neovim without a screen, configured as the page says."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

import support
import texts
from recipes import recipes

pytestmark = pytest.mark.skipif(not shutil.which("nvim"), reason="no Neovim")

SCRIPT = """
local result = {}
local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then result.missing = what end
end
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.SM_FILE))
result.filetype = vim.bo.filetype
local function clients() return (vim.lsp.get_clients or vim.lsp.buf_get_clients)({ bufnr = 0 }) end
wait("client", function() return next(vim.lsp.buf_get_clients(0)) ~= nil end)
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
result.diagnostics = vim.tbl_map(function(item)
  return { line = item.lnum, column = item.col, message = item.message, severity = item.severity }
end, vim.diagnostic.get(0))
local function ask(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 30000) or {}
  for _, answer in pairs(answers) do return answer.result end
end
vim.fn.search("-> closing")
vim.cmd("normal! 3l")
result.hover = ask("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"))
result.omnifunc = vim.bo.omnifunc
-- What Ctrl-X Ctrl-O asks in Insert mode, after the arrow of a row; the answer comes later.
vim.cmd("normal! o  closing -> ")
vim.fn.cursor(".", vim.fn.col("$"))
local offered = ask("textDocument/completion", vim.lsp.util.make_position_params(0, "utf-16")) or {}
result.completed = vim.tbl_map(function(item) return item.label end, offered.items or offered)
vim.cmd("undo")
-- What is mended is told, too.
vim.cmd("%s/closd/closed/")
wait("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)
local format = vim.lsp.buf.formatting_sync or vim.lsp.buf.format
format()
result.text = vim.api.nvim_buf_get_lines(0, 0, -1, false)
-- Whatever is opened again, there is one server.
vim.cmd("silent write | edit | set filetype=sm | edit " .. vim.fn.fnameescape(vim.env.SM_OTHER_FILE))
wait("diagnostics of the other file", function() return #vim.diagnostic.get(0) > 0 end)
result.clients = #(vim.lsp.get_clients or vim.lsp.get_active_clients)()
result.findings = vim.tbl_map(function(item) return item.message end, vim.diagnostic.get(0))
local out = io.open(vim.env.SM_RESULT, "w")
out:write(vim.json and vim.json.encode(result) or vim.fn.json_encode(result))
out:close()
vim.cmd("qall!")
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("neovim")
    version = subprocess.run(["nvim", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
    lua = [text for language, text in recipes("Neovim") if language == "lua"]
    minor = int(version.split(".")[1])
    (folder / "init.lua").write_text(lua[0 if minor >= 11 else 1])
    (folder / "drive.lua").write_text(SCRIPT)
    (folder / "Package.swift").write_text("")
    (folder / "Door.sm").write_text(texts.WRONG.replace("  closing -> closd", "   closing->closd"))
    (folder / "Other.sm").write_text(texts.WRONG.replace("Door", "Other"))
    environment = {
        **os.environ,
        "PATH": f"{pathlib.Path(support.SERVER).parent}:{os.environ['PATH']}",
        "SM_FILE": str(folder / "Door.sm"),
        "SM_OTHER_FILE": str(folder / "Other.sm"),
        "SM_RESULT": str(folder / "result.json"),
        "XDG_STATE_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    command = [
        "nvim",
        "--headless",
        "-n",
        "-u",
        str(folder / "init.lua"),
        "-c",
        f"luafile {folder / 'drive.lua'}",
        "-c",
        "qall!",
    ]
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=support.PATIENCE * 2
    )
    assert (folder / "result.json").exists(), run.stderr
    return json.loads((folder / "result.json").read_text())


def test_it_is_attached(result):
    assert result["filetype"] == "sm"
    assert "missing" not in result


def test_diagnostics(result):
    [wrong] = [item for item in result["diagnostics"] if "'closd'" in item["message"]]
    assert wrong["line"] == 9 and wrong["severity"] == 1
    assert wrong["column"] == len("   closing->")


def test_hover(result):
    assert "closing" in result["hover"]["contents"]["value"]


def test_ctrl_x_ctrl_o_asks_the_server(result):
    assert result["omnifunc"] == "v:lua.vim.lsp.omnifunc"
    assert "closing" in result["completed"]


def test_formatting(result):
    line = next(line for line in result["text"] if "closed" in line and "closing" in line and "state" not in line)
    assert line.startswith("  closing -> closed")


def test_there_is_one_server(result):
    """A buffer that is read again, and a second file, are the first server's too: no finding is shown twice."""
    assert result["clients"] == 1
    assert len(result["findings"]) == len(set(result["findings"]))


QUERIES = """
local folder, library, file = vim.env.SM_GRAMMAR, vim.env.SM_LIBRARY, vim.env.SM_FILE
local function add(name, path) vim.treesitter.language.add(name, { path = path }) end
local load = vim.treesitter.require_language or add
load("sm", library)
vim.cmd("edit " .. vim.fn.fnameescape(file))
local root = vim.treesitter.get_parser(0, "sm"):parse()[1]:root()
local found = { error = root:has_error() }
for _, name in ipairs({ "highlights", "injections", "folds", "tags" }) do
  local text = table.concat(vim.fn.readfile(folder .. "/queries/" .. name .. ".scm"), "\\n")
  local query = (vim.treesitter.parse_query or vim.treesitter.query.parse)("sm", text)
  found[name] = 0
  for _ in query:iter_captures(root, 0, 0, -1) do found[name] = found[name] + 1 end
end
vim.fn.writefile({ vim.fn.json_encode(found) }, vim.env.SM_RESULT)
vim.cmd("qall!")
"""


def test_neovim_reads_grammar_and_queries(tmp_path):
    support.language(tmp_path)
    (tmp_path / "drive.lua").write_text(QUERIES)
    environment = {
        **os.environ,
        "SM_GRAMMAR": str(support.EDITORS / "tree-sitter-sm"),
        "SM_LIBRARY": str(tmp_path / "sm.so"),
        "SM_FILE": str(support.ROOT / "specs/EveryFeature.sm"),
        "SM_RESULT": str(tmp_path / "result.json"),
    }
    command = ["nvim", "--headless", "-n", "-u", "NONE", "-c", f"luafile {tmp_path / 'drive.lua'}", "-c", "qall!"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=support.PATIENCE)
    assert (tmp_path / "result.json").exists(), run.stderr
    found = json.loads((tmp_path / "result.json").read_text())
    assert found.pop("error") is False
    assert all(count > 0 for count in found.values()), found
