/**
 * Gives each test file Node's http as it was when the worker began. Both nock and Zapier's core replace its functions,
 * in the module itself, which all files of a worker share: what one file left there would answer, or garble, the real
 * HTTP of the next.
 */
import http from 'node:http';
import https from 'node:https';

const kept = Symbol.for('pristine');

for (const module of [http, https]) {
  module[kept] ??= { request: module.request, get: module.get, ClientRequest: module.ClientRequest };
  for (const [name, original] of Object.entries(module[kept])) {
    if (original !== undefined) module[name] = original;
  }
}
