/** Renders the definition's Markdown texts as elements; HTML in them stays text. */
import { Lexer, type Token, type Tokens } from 'marked';
import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';

const isSafeLink = (address: string): boolean => /^(https?:|mailto:)/i.test(address);

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isList = (token: Token): token is Tokens.List => token.type === 'list';

function renderToken(token: Token, key: number): ComponentChild {
  if (isTable(token)) return <p key={key}>{token.raw}</p>;
  if (isList(token)) {
    const entries = token.items.map((item, index) => <li key={index}>{renderTokens(item.tokens)}</li>);
    return token.ordered ? <ol key={key}>{entries}</ol> : <ul key={key}>{entries}</ul>;
  }
  const inside = 'tokens' in token && token.tokens ? renderTokens(token.tokens) : undefined;
  const text: unknown = 'text' in token ? token.text : token.raw;
  const words = inside ?? String(text);
  switch (token.type) {
    case 'space':
      return undefined;
    case 'paragraph':
    case 'heading':
    case 'blockquote':
      return <p key={key}>{words}</p>;
    case 'strong':
      return <strong key={key}>{words}</strong>;
    case 'em':
      return <em key={key}>{words}</em>;
    case 'del':
      return <del key={key}>{words}</del>;
    case 'br':
      return <br key={key} />;
    case 'hr':
      return <hr key={key} />;
    case 'codespan':
      return <code key={key}>{words}</code>;
    case 'code':
      return <pre key={key}>{words}</pre>;
    case 'link': {
      const address = 'href' in token ? String(token.href) : '';
      if (!isSafeLink(address)) return words;
      return (
        <a key={key} href={address} target="_blank" rel="noreferrer">
          {words}
        </a>
      );
    }
    // Images, HTML and anything else become plain text.
    default:
      return words;
  }
}

const renderTokens = (tokens: readonly Token[]): ComponentChild[] => tokens.map(renderToken);

export function Markdown({ text }: { text: string }) {
  const content = useMemo(() => renderTokens(new Lexer({ gfm: true }).lex(text)), [text]);
  return <>{content}</>;
}
