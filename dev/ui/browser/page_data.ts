/** The data that the server embeds in the page; see `../serve_page.ts`. */

/** Returns the page's data. The page and its server agree on the type. */
export const readPageData = <Data>(): Data => JSON.parse(document.getElementById('data')?.textContent ?? '');
