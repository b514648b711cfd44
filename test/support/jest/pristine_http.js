/**
 * Gives each test file Node's http as it was when the worker began. Both nock and Zapier's core replace its functions,
 * in the module itself, which all files of a worker share: what one file left there would answer, or garble, the real
 * HTTP of the next.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const kept = Symbol.for('pristine');

// No `import`: Jest would note down for it what the module exports now, for this file and for the test's own imports.
for (const module of [require('node:http'), require('node:https')]) {
  module[kept] ??= { request: module.request, get: module.get, ClientRequest: module.ClientRequest };
  for (const [name, original] of Object.entries(module[kept])) {
    if (original !== undefined) module[name] = original;
  }
}

// Every test file loads the connector anew, and each copy listens to the responses of the whole process.
require('node:events').EventEmitter.defaultMaxListeners = 200;
