/** The icon in the browser's tab: an envelope. Browsers also request it for pages that do not name one. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="6" width="28" height="20" rx="3" fill="#14588c"/>
<path d="M4 9l12 9 12-9" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;
