/** Help texts of the definition are Markdown; they become elements one by one, never markup as it came. */
import { Lexer, type Token, type Tokens } from 'marked';
import type { ComponentChild } from 'preact';

const isWeb = (address: string): boolean => /^(https?:|mailto:)/i.test(address);

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isList = (token: Token): token is Tokens.List => token.type === 'list';

function drawn(token: Token, place: number): ComponentChild {
  if (isTable(token)) return <p key={place}>{token.raw}</p>;
  if (isList(token)) {
    const entries = token.items.map((item, index) => <li key={index}>{allOf(item.tokens)}</li>);
    return token.ordered ? <ol key={place}>{entries}</ol> : <ul key={place}>{entries}</ul>;
  }
  const inside = 'tokens' in token && token.tokens ? allOf(token.tokens) : undefined;
  const text: unknown = 'text' in token ? token.text : token.raw;
  const words = inside ?? String(text);
  switch (token.type) {
    case 'space':
      return undefined;
    case 'paragraph':
    case 'heading':
    case 'blockquote':
      return <p key={place}>{words}</p>;
    case 'strong':
      return <strong key={place}>{words}</strong>;
    case 'em':
      return <em key={place}>{words}</em>;
    case 'del':
      return <del key={place}>{words}</del>;
    case 'br':
      return <br key={place} />;
    case 'hr':
      return <hr key={place} />;
    case 'codespan':
      return <code key={place}>{words}</code>;
    case 'code':
      return <pre key={place}>{words}</pre>;
    case 'link': {
      const address = 'href' in token ? String(token.href) : '';
      if (!isWeb(address)) return words;
      return (
        <a key={place} href={address} target="_blank" rel="noreferrer">
          {words}
        </a>
      );
    }
    // Also images, HTML and whatever else Markdown may hold: as the plain text that it is.
    default:
      return words;
  }
}

const allOf = (tokens: readonly Token[]): ComponentChild[] => tokens.map(drawn);

export function Markdown({ text }: { text: string }) {
  return <>{allOf(new Lexer({ gfm: true }).lex(text))}</>;
}
