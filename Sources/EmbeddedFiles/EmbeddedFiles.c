#include "EmbeddedFiles.h"

// The language is C for this one directive (C23, 6.10.4): Swift has none like it, SwiftPM's `.embedInCode` makes array
// literals that take half a minute to compile, and a copy as a literal of Swift would be a second author.
#ifndef __has_embed
#error "Clang 19 or later is needed, which comes with Swift 6.1 and Xcode 16.3"
#endif
#pragma clang diagnostic ignored "-Wc23-extensions"

// The pages with entries of diagnostics, in the order of their codes.
static const unsigned char diagnosticsPages[] = {
#embed "../StateMachineCompiler/StateMachineCompiler.docc/DiagnosticsText.md"
    ,
#embed "../StateMachineCompiler/StateMachineCompiler.docc/DiagnosticsNames.md"
    ,
#embed "../StateMachineCompiler/StateMachineCompiler.docc/DiagnosticsMeaning.md"
    ,
#embed "../StateMachineCompiler/StateMachineCompiler.docc/DiagnosticsWarnings.md"
    ,
#embed "../StateMachineCompiler/StateMachineCompiler.docc/DiagnosticsNotes.md"
    , 0};

static const unsigned char languagePage[] = {
#embed "../StateMachineCompiler/StateMachineCompiler.docc/Language.md"
    , 0};

static const unsigned char playerFrame[] = {
#embed "../StateMachinePlayer/Page/page.html"
    , 0};

static const unsigned char playerStyle[] = {
#embed "../StateMachinePlayer/Page/style.css"
    , 0};

// Values come first: what runs a machine uses them, and the page uses both.
static const unsigned char playerScript[] = {
#embed "../StateMachinePlayer/Page/values.js"
    ,
#embed "../StateMachinePlayer/Page/interpreter.js"
    ,
#embed "../StateMachinePlayer/Page/page.js"
    , 0};

static const unsigned char pictureFrame[] = {
#embed "../StateMachinePlayer/Page/picture.html"
    , 0};

static const unsigned char watchScript[] = {
#embed "../StateMachinePlayer/Page/watch.js"
    , 0};

const unsigned char *embeddedDiagnosticsPages(void) { return diagnosticsPages; }
const unsigned char *embeddedLanguagePage(void) { return languagePage; }
const unsigned char *embeddedPlayerFrame(void) { return playerFrame; }
const unsigned char *embeddedPlayerStyle(void) { return playerStyle; }
const unsigned char *embeddedPlayerScript(void) { return playerScript; }
const unsigned char *embeddedPictureFrame(void) { return pictureFrame; }
const unsigned char *embeddedWatchScript(void) { return watchScript; }
