"""Finds the first sysbench invocation in pasted text, and its argument words.

Text is cut into words, operators, redirections and line ends; placeholders that hold blanks or
operators (``<path to socket>``, ``$(nproc)``) stay as typed. Before the program may stand a
prompt, sudo, numactl or assignments, after it redirections, pipes, comments or further
commands. Every pattern is possessive or bounded, so the work is linear in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from sysbench_archive.sysbench.command.workloads import BUILTIN_TESTS, SQL_TESTS, VERBS

Kind = Literal["word", "operator", "redirect", "newline"]
UNBALANCED = "a quote is opened and never closed"


@dataclass(frozen=True, slots=True)
class Token:
    """``text`` is unquoted; ``quoted`` tells a quoted word from a bare one."""

    kind: Kind
    text: str
    quoted: bool = False


_PIECE = re.compile(
    r"""
    (?P<continuation> \\ [^\S\r\n]*+ (?: \r\n | \n | \r | \Z ) )
  | (?P<newline>      \r\n | [\n\r\u2028\u2029] )
  | (?P<blank>        (?: [^\S\r\n\u2028\u2029] | [\u200b\ufeff] )++ )
  | ' (?P<single>     [^']*+ ) '
  | " (?P<double>     (?: [^"\\] | \\. )*+ ) "
  | [\u201c\u201d\u201e] (?P<curly>  [^\u201c\u201d\u201e]*+ ) [\u201c\u201d]
  | \u2018 (?P<tick>       [^\u2018\u2019]*+ ) \u2019
  | (?P<literal>      \$\( (?: [^()] | \( [^()]*+ \) )*+ \)
                    | \$\{ [^{}]*+ \}
                    | ` [^`]*+ `
                    | < [A-Za-z] [^<>|&;\r\n]{0,80}+ >
                    | \[ [^\[\]\s]{0,80}+ \] )
  | \\ (?P<escape>    . )
  | (?P<redirect>     [0-9&]? (?: >{1,2} | <{1,3} ) (?: & [0-9-]? )? )
  | (?P<operator>     && | \|\| | [;|&()] )
  | (?P<plain>        [^\s\u200b\ufeff'"\u201c\u201d\u201e\u2018\\$`<>|&;()\[]++ )
  | (?P<other>        . )
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTED = frozenset({"single", "double", "curly", "tick"})
_IN_WORD = _QUOTED | {"literal", "escape", "plain", "other"}
_ENDS: dict[str, Kind] = {"newline": "newline", "redirect": "redirect", "operator": "operator"}
_ESCAPED = re.compile(r"\\(?:\r\n|\n|([\"\\$`]))")
# An email quotation or a shell's second prompt, not a redirection.
_QUOTE_PREFIX = re.compile(
    r"^[^\S\r\n]*+(?:>[^\S\r\n]?)++(?=[-\u2010-\u2015\u2212$#]|\S{0,200}sysbench\s|(?:run|prepare|cleanup)\b|$)",
    re.MULTILINE,
)


def tokenize(text: str) -> tuple[list[Token], tuple[str, ...]]:
    """Give the tokens of ``text`` and the issues met (an unbalanced quote)."""
    text = _QUOTE_PREFIX.sub("", text)
    tokens: list[Token] = []
    parts: list[str] = []
    quoted = unbalanced = False
    position = 0
    while position < len(text):
        if _is_apostrophe(text, position, parts):
            parts.append("'")
            position += 1
            continue
        match = _PIECE.match(text, position)
        assert match is not None, "the last alternative takes any character"
        position, kind = match.end(), match.lastgroup or "other"
        piece = match.group(kind)
        if kind in _IN_WORD:
            unbalanced |= kind == "other" and piece in "'\"\u201c\u201d\u201e"
            quoted |= kind in _QUOTED
            parts.append(_ESCAPED.sub(r"\1", piece) if kind == "double" else piece)
            continue
        if parts:
            tokens.append(Token("word", "".join(parts), quoted))
            parts, quoted = [], False
        if kind in _ENDS:
            tokens.append(Token(_ENDS[kind], piece))
    if parts:
        tokens.append(Token("word", "".join(parts), quoted))
    return tokens, (UNBALANCED,) if unbalanced else ()


def _is_apostrophe(text: str, position: int, parts: list[str]) -> bool:
    """Tell the apostrophe of "don't" from a quote: prose, not an option."""
    if text[position] != "'" or not parts or parts[0].startswith("-"):
        return False
    around = text[position - 1] + text[position + 1 : position + 2]
    return len(around) == 2 and around.isalpha()


ANOTHER = "another sysbench command follows; only the first is read"
NO_PROGRAM = "the text names no sysbench program; its options are read on their own"
NOTHING = "no sysbench command is found in the text"
TYPOGRAPHIC = "typographic or single dashes stand where sysbench needs two hyphens"

_PROGRAM = re.compile(r"(?:\S*[/\\])?\$?\{?sysbench[\w.-]{0,40}\}?", re.IGNORECASE)
# Hyphen to horizontal bar, and the minus sign: what word processors make of "--".
_DASH = r"\u2010-\u2015\u2212"
_DASHES = re.compile(rf"(?:[{_DASH}][-{_DASH}]{{0,2}}|-(?=[a-z]+[-_]))(?=[A-Za-z])")
_TARGETLESS = re.compile(r".*&[0-9-]")


@dataclass(frozen=True, slots=True)
class Invocation:
    """Argument words in order, every word of the text, and issues."""

    arguments: tuple[str, ...]
    words: tuple[str, ...]
    issues: tuple[str, ...]


def find_invocation(text: str) -> Invocation:
    """Give the first sysbench invocation of ``text``; never raises."""
    tokens, issues = tokenize(text)
    tokens = _unwrap(tokens)
    words = tuple(token.text for token in tokens if token.kind == "word")
    start, found = _start(tokens)
    arguments, end = _collect(tokens, start)
    if any(_is_call(tokens, index) for index in range(end, len(tokens))):
        found = (*found, ANOTHER)
    straight = tuple(straighten(word) for word in arguments)
    if straight != tuple(arguments):
        found = (*found, TYPOGRAPHIC)
    return Invocation(straight, words, (*issues, *found))


def is_hidden(invocation: Invocation) -> bool:
    """Tell whether a script, a variable or another program holds the command, or part of it."""
    # A variable that is a part of the path holds no argument.
    variables = (word for word in invocation.words if word.startswith("$") and "/" not in word)
    named = any(_PROGRAM.fullmatch(word) for word in variables) or "xargs" in invocation.words
    return named or not {NO_PROGRAM, NOTHING}.isdisjoint(invocation.issues)


def straighten(word: str) -> str:
    """Give ``word`` with the two hyphens that a text processor took away."""
    return _DASHES.sub("--", word, count=1) if _DASHES.match(word) else word


def is_option(word: str) -> bool:
    """Tell whether ``word`` is an option, whatever dash it starts with."""
    return straighten(word).startswith("--") and len(word) > 2


def _unwrap(tokens: list[Token]) -> list[Token]:
    """Open ``sh -c "sysbench …"`` or Markdown code, one level deep, if no bare call exists."""
    if any(_is_call(tokens, index) for index in range(len(tokens))):
        return tokens
    opened: list[Token] = []
    for token in tokens:
        encloses = token.quoted or token.text.startswith("`")
        wraps = encloses and " " in token.text and "sysbench" in token.text
        opened += tokenize(token.text.strip("`"))[0] if wraps else [token]
    return opened


def _start(tokens: list[Token]) -> tuple[int, tuple[str, ...]]:
    """Give the index of the first argument token, and what is odd about it."""
    named = [i for i, token in enumerate(tokens) if _is_program(token)]
    for index in named:
        if _is_call(tokens, index):
            return index + 1, ()
    for index in range(len(tokens) - 1):
        # A script that is run by its first line, as ``./tpcc.lua --threads=4 run``.
        script, following = tokens[index : index + 2]
        words = script.kind == following.kind == "word" and is_option(following.text)
        if words and script.text.endswith(".lua") and not is_option(script.text):
            return index, ()
    for index, token in enumerate(tokens):
        if token.kind == "word" and is_option(token.text):
            return index, (NO_PROGRAM,)
    return (named[0] + 1, ()) if named else (len(tokens), (NOTHING,))


def _is_program(token: Token) -> bool:
    return token.kind == "word" and _PROGRAM.fullmatch(token.text) is not None


def _is_call(tokens: list[Token], index: int) -> bool:
    """A program name counts as a call when an argument follows it."""
    if not _is_program(tokens[index]):
        return False
    following = tokens[index + 1 : index + 3]
    if following and following[0].kind == "newline":
        following = following[1:]
    return bool(following) and following[0].kind == "word" and _is_argument(following[0].text)


def _is_argument(word: str) -> bool:
    known = word in VERBS or word in BUILTIN_TESTS or word in SQL_TESTS
    return known or is_option(word) or word.endswith(".lua") or word.startswith(("$", "<", "{"))


def _collect(tokens: list[Token], start: int) -> tuple[list[str], int]:
    """Give the argument words from ``start`` and the index where they end."""
    words: list[str] = []
    index = start
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "word" and token.text.startswith("#") and not token.quoted:
            index = _line_end(tokens, index)
        elif token.kind == "redirect":
            index += 1 if _TARGETLESS.fullmatch(token.text) else 2
        elif _ends(tokens, index, words):
            break
        else:
            words += [token.text] if token.kind == "word" else []
            index += 1
    return words, index


def _line_end(tokens: list[Token], index: int) -> int:
    """Skip a comment; a second command after a lone # on one line stays visible."""
    while index < len(tokens) and tokens[index].kind != "newline":
        if _is_call(tokens, index):
            break
        index += 1
    return index


def _ends(tokens: list[Token], index: int, words: list[str]) -> bool:
    token = tokens[index]
    if token.kind == "newline":
        return not _continues(tokens, index, words)
    return token.kind == "operator" or _is_call(tokens, index)


def _continues(tokens: list[Token], index: int, words: list[str]) -> bool:
    """Tell whether the line after ``index`` still belongs to the command."""
    token = tokens[index + 1] if index + 1 < len(tokens) else None
    if token is None or token.kind in {"newline", "redirect"}:
        return True
    if token.kind == "operator":
        return False
    verb_seen = not VERBS.isdisjoint(words)
    return is_option(token.text) or (_is_argument(token.text) and not verb_seen)
