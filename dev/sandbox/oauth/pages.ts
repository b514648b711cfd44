/** The OAuth pages: plain, accessible HTML without JavaScript, in light and dark mode. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A page, or a part of one. */
export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

export const page = (title: string, content: Page): Page => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --ink: #1d2b36; --paper: #fff; --ground: #eef1f4; --line: #c5ced6; --accent: #14588c; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7edf2; --paper: #1c252d; --ground: #11181d; --line: #43525e; --accent: #7cc0f5; --on-accent: #0b1a26; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { width: min(27rem, 100%); background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 2rem; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 1rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { width: 100%; font: inherit; padding: .6rem .7rem; margin-top: .25rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); color: inherit; }
button { font: inherit; font-weight: 600; padding: .65rem 1.25rem; margin: 1.25rem .5rem 0 0; border-radius: .4rem; border: 1px solid var(--accent); cursor: pointer; background: var(--paper); color: var(--accent); }
button.primary { background: var(--accent); color: var(--on-accent); }
button.plain { border: 0; padding: 0; margin: 0; text-decoration: underline; font-weight: 400; background: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
li { margin: .35rem 0; }
.note { opacity: .8; font-size: .9375rem; margin: 1rem 0 0; }
.error { border-left: 4px solid #c0392b; padding: .25rem .75rem; }
</style>
</head>
<body><main>${content}</main></body>
</html>`;

const hidden = (values: Record<string, string>): Page =>
  html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** @param failedEmail the email address of a failed login */
export const loginPage = (application: string, values: Record<string, string>, failedEmail?: string): Page =>
  page(
    'Log in',
    html`<h1>Log in to connect ${application}</h1>
${failedEmail !== undefined ? html`<p class="error" role="alert" id="wrong">The email address or password is incorrect. Try again.</p>` : ''}
<form method="post" action="/my/oauth/login">${hidden(values)}
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus${failedEmail !== undefined ? html` value="${failedEmail}" aria-describedby="wrong" aria-invalid="true"` : ''}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="primary" type="submit">Log in</button>
</form>
<p class="note">This is the sandbox. To try it, log in as demo@example.com with the password “demo”.</p>`,
  );

/** @param permissions what the application can do, in words */
export const consentPage = (
  application: string,
  user: string,
  permissions: readonly string[],
  values: Record<string, string>,
): Page =>
  page(
    `Allow ${application}?`,
    html`<h1>Allow ${application} to access your account?</h1>
<p>You are logged in as <strong>${user}</strong>. ${application} will be able to:</p>
<ul>${permissions.map((permission) => html`<li>${permission}</li>`)}</ul>
<form method="post" action="/my/oauth/consent">${hidden(values)}
<button class="primary" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>
<form method="post" action="/my/oauth/logout">${hidden(values)}
<p class="note">Not you? <button class="plain" type="submit">Use another account</button></p>
</form>`,
  );

export const problemPage = (title: string, message: string): Page =>
  page(title, html`<h1>${title}</h1><p>${message}</p>`);
