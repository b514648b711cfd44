/**
 * Keeps downloads on the public internet. The URL of a file may come from a stranger, for example through a form, and must
 * not reach the connector's own machine or a private network. A host name is checked when the connection is made, so that
 * it can't resolve to another address after the check.
 */
import dns, { type LookupAddress } from 'node:dns';
import type { AgentOptions } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The code of the error for an address that is not public. */
export const privateAddressCode = 'ERR_PRIVATE_ADDRESS';

const privateAddressError = (host: string): Error =>
  Object.assign(new Error(`${host} is not on the public internet`), { code: privateAddressCode });

const reserved = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a provider's customers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, such as the metadata of a cloud's machine
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['224.0.0.0', 3], // multicast, reserved, broadcast
] as const)
  reserved.addSubnet(network, prefix);
// These IPv6 addresses contain an IPv4 address, which may be any of the above.
reserved.addSubnet('2001::', 32, 'ipv6');
reserved.addSubnet('2002::', 16, 'ipv6');

/** All public IPv6 addresses. Not in this range: loopback, link-local and private addresses, and mapped or translated IPv4 addresses. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 6
    ? globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
    : !reserved.check(address);

/** Returns the options of a connection to a public URL. @throws if its host is an IP address, in any notation, that is not public */
export function publicConnection(url: string): AgentOptions {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddressError(host);
  return { lookup: lookupPublic };
}

/** Resolves a host name like `dns.lookup`. Fails if any of its addresses is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
    const [first] = addresses;
    if (error || !first) return callback(error, '');
    const isPublic = addresses.every(({ address }) => isPublicAddress(address));
    if (!isPublic) return callback(privateAddressError(hostname), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
