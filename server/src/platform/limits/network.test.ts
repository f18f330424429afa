import { expect, it } from 'vitest';
import { isListed, networkOf } from './network.ts';

it.each([
  ['10.0.0.7', ['10.0.0.7'], true],
  ['10.0.0.8', ['10.0.0.7'], false],
  ['10.0.3.9', ['192.168.0.0/16', '10.0.0.0/22'], true],
  ['10.0.4.1', ['10.0.0.0/22'], false],
  ['::ffff:10.0.0.7', ['10.0.0.0/24'], true],
  ['2001:db8::5', ['2001:db8::/64'], true],
  ['2001:db8:1::5', ['2001:db8::/64'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['127.0.0.1', ['0.0.0.0/0'], true],
  ['127.0.0.1', [], false],
  ['camera.local', ['0.0.0.0/0'], false],
])('%s on %j: %s', (ip, faixas, listado) => {
  expect(isListed(ip, faixas)).toBe(listado);
});

it.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:10.0.0.1', '10.0.0.1'],
  ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:0:1:ffff::1', '2001:db8:0:1::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the caller %s is %s', (ip, rede) => {
  expect(networkOf(ip)).toBe(rede);
});
