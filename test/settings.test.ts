import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { authUrl, baseUrl, isServiceUrl, oauthClient, oauthScopes } from '../src/settings.ts';

const names = ['BASE_URL', 'AUTH_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'OAUTH_SCOPES'] as const;
const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));

const set = (values: Partial<Record<(typeof names)[number], string>>) => {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, values);
};

beforeEach(() => {
  set({});
});

afterEach(() => {
  for (const name of names) {
    delete process.env[name];
    if (before[name] !== undefined) process.env[name] = before[name];
  }
});

describe('BASE_URL and AUTH_URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://api.example.com/ ', 'https://api.example.com'],
    ['https://API.example.com//', 'https://api.example.com'],
    ['https://example.com:8443/mail/api///', 'https://example.com:8443/mail/api'],
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['http://127.13.0.255', 'http://127.13.0.255'],
    ['http://[::1]:9', 'http://[::1]:9'],
  ])('may be %j, which becomes %s', (setting, expected) => {
    set({ BASE_URL: setting, AUTH_URL: setting });
    expect(baseUrl()).toBe(expected);
    expect(authUrl()).toBe(expected);
    // The second call returns the cached value.
    expect(baseUrl()).toBe(expected);
  });

  it.each([
    'api.example.com',
    'https://',
    'https://me:pass@example.com',
    'https://:pass@example.com',
    'https://me@example.com',
    'https://example.com/?a=b',
    'https://example.com/#a',
    'ftp://example.com',
    'file:///etc/passwd',
    'http://example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://x127.0.0.1.example',
    'http://128.0.0.1',
    'http://[::2]',
  ])('must not be %j', (setting) => {
    set({ BASE_URL: setting });
    expect(() => baseUrl()).toThrow(
      'This integration is not set up: the setting BASE_URL is not an https:// URL without a user name or password, a query or a fragment. Its developer can change it to a URL such as https://api.example.com. http:// is accepted only for localhost.',
    );
  });

  it.each([undefined, '', ' '])('are named in the error if they are missing (%j)', (setting) => {
    set(setting === undefined ? {} : { BASE_URL: setting, AUTH_URL: setting });
    expect(() => baseUrl()).toThrow(
      /the setting BASE_URL is missing\. Its developer can add it with .*VERSION BASE_URL=…/,
    );
    expect(() => authUrl()).toThrow(/the setting AUTH_URL is missing/);
  });

  it('are read again after the environment changes', () => {
    set({ BASE_URL: 'https://a.example' });
    expect(baseUrl()).toBe('https://a.example');
    set({ BASE_URL: 'https://b.example' });
    expect(baseUrl()).toBe('https://b.example');
  });
});

describe('CLIENT_ID and CLIENT_SECRET', () => {
  it('are trimmed', () => {
    set({ CLIENT_ID: ' id ', CLIENT_SECRET: 'secret\n' });
    expect(oauthClient()).toEqual({ id: 'id', secret: 'secret' });
  });

  it('are named in the error if one of them is missing', () => {
    set({ CLIENT_SECRET: 's' });
    expect(() => oauthClient()).toThrow(/the setting CLIENT_ID is missing/);
    set({ CLIENT_ID: 'i' });
    expect(() => oauthClient()).toThrow(/the setting CLIENT_SECRET is missing/);
  });
});

describe('OAUTH_SCOPES', () => {
  it('defaults to the scopes that the connector needs, without hooks.manage', () => {
    expect(oauthScopes()).toBe(
      'contacts.read contacts.write orders.read orders.write pls.files.read pls.files.write pls.lists.write',
    );
    set({ OAUTH_SCOPES: ' \n ' });
    expect(oauthScopes()).not.toContain('hooks.manage');
    expect(oauthScopes()).toContain('contacts.read');
  });

  it('replaces the default scopes', () => {
    set({ OAUTH_SCOPES: ' contacts.read \n files.read ' });
    expect(oauthScopes()).toBe('contacts.read files.read');
  });

  it.each([
    ['contacts.read hooks.manage files.read', 'contacts.read files.read'],
    ['hooks.manage\tcontacts.read', 'contacts.read'],
  ])('never includes hooks.manage, even in %j', (setting, scopes) => {
    set({ OAUTH_SCOPES: setting });
    expect(oauthScopes()).toBe(scopes);
  });
});

describe('isServiceUrl', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com/v1/contacts',
    'https://API.example.com:443/other',
    'https://someone@api.example.com/v1',
  ])('is true for the origin of the API: %s', (url) => {
    set({ BASE_URL: 'https://api.example.com/mail' });
    expect(isServiceUrl(url)).toBe(true);
  });

  it.each([
    'http://api.example.com/mail',
    'https://api.example.com:8443/mail',
    'https://api.example.com.evil.test/mail',
    'https://api.example.com@evil.test/mail',
    'https://example.com/mail',
    '/mail',
    'api.example.com/mail',
    '',
  ])('is false for %j', (url) => {
    set({ BASE_URL: 'https://api.example.com/mail' });
    expect(isServiceUrl(url)).toBe(false);
  });
});
