"""What a forge's renderer makes of a page of Markdown, and which parts of it do something."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
ACTIVE = {"link_open", "image", "html_inline", "fence", "code_block"}
"""Kinds of token that no text of strangers may become."""


def tokens(page: str) -> list[Token]:
    """Every token of a page, those inside lines too."""
    return [t for token in _PARSER.parse(page) for t in (token, *(token.children or []))]
