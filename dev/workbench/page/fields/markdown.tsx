/** Renders the Markdown of the definition's texts: emphasis, code, links and paragraphs. Anything else stays text. */
import type { ComponentChild } from 'preact';

const inline = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[([^\]]+)\]\((https?:[^)\s]+|mailto:[^)\s]+)\)/g;

function renderInline(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const { 0: whole, 1: strong, 2: em, 3: code, 4: link, 5: address, index } of text.matchAll(inline)) {
    parts.push(text.slice(end, index));
    if (strong) parts.push(<strong>{strong}</strong>);
    if (em) parts.push(<em>{em}</em>);
    if (code) parts.push(<code>{code}</code>);
    if (link) {
      parts.push(
        <a href={address} target="_blank" rel="noreferrer">
          {link}
        </a>,
      );
    }
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}

export const Markdown = ({ text }: { text: string }) => (
  <>
    {text.split(/\n{2,}/).map((paragraph, index) => (
      <p key={index}>{renderInline(paragraph)}</p>
    ))}
  </>
);
