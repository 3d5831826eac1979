#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

// The texts of files of this repository, as UTF-8 that ends with a zero byte. They stand in the programs themselves, so
// that a program needs nothing beside it.

// Pages of the documentation, in Markdown.
// Those with entries of diagnostics are one text.
const unsigned char *embeddedDiagnosticsPages(void);
const unsigned char *embeddedLanguagePage(void);

// The page that plays machines: its frame, its style sheet, and its script.
const unsigned char *embeddedPlayerFrame(void);
const unsigned char *embeddedPlayerStyle(void);
const unsigned char *embeddedPlayerScript(void);

// A page that shows a picture, and the script of a page that loads itself anew.
const unsigned char *embeddedPictureFrame(void);
const unsigned char *embeddedWatchScript(void);

#endif
