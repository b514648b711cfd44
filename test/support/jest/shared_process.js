/** Prepares a process in which many runs of the connector take turns: before each test file, as all files of a worker share it. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const originals = Symbol.for('originals');

// nock and zapier-platform-core replace functions of http. Not imported, because Jest would cache the current exports for the imports of the test.
for (const module of [require('node:http'), require('node:https')]) {
  module[originals] ??= { request: module.request, get: module.get, ClientRequest: module.ClientRequest };
  for (const [name, original] of Object.entries(module[originals])) {
    if (original !== undefined) module[name] = original;
  }
}

// The connector opens a connection for each request. Each connection to an `https:` mock would read the root certificates.
const tls = require('node:tls');
tls[originals] ??= tls.createSecureContext();
tls.createSecureContext = () => tls[originals];

// Each test file loads another copy of the connector, which listens to all responses of the process and would stay in memory.
const channels = require('node:diagnostics_channel');
channels[originals] ??= { subscribe: channels.subscribe, open: [] };
for (const [name, listener] of channels[originals].open.splice(0)) channels.unsubscribe(name, listener);
channels.subscribe = (name, listener) => {
  channels[originals].open.push([name, listener]);
  channels[originals].subscribe(name, listener);
};

// nock leaves the handle of each connection open, which keeps everything around its request in memory.
const { prototype } = require('node:net').Socket;
prototype[originals] ??= prototype.connect;
prototype.connect = function connect(...args) {
  return prototype[originals].apply(
    this.once('close', () => this._handle?.close()),
    args,
  );
};
