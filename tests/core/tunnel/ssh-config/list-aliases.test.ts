import { expect, test } from 'vitest';
import { listAliases } from '../../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import { machine } from './config-fixture.ts';

test('patterns are no entries to pick, included ones are, and each is listed once with where it leads', async () => {
  const aliases = await listAliases(
    machine({
      config:
        'Include more\nHost *.lab !gate.lab\n User lab\nHost gate.lab big "no name"\n HostName 10.0.0.1\n Port 2222\nHost gate.lab\n User late\n',
      '/home/ada/.ssh/more': 'Host included\n User inc\n',
    }),
  );
  expect(aliases).toEqual([
    { alias: 'included', host: 'included', port: 22, login: 'inc', notes: [] },
    { alias: 'gate.lab', host: '10.0.0.1', port: 2222, login: 'late', notes: [] },
    { alias: 'big', host: '10.0.0.1', port: 2222, login: 'ada', notes: [] },
  ]);
});

test('what an entry asks for and can’t be had is said where it is picked, and of that entry only', async () => {
  const [plain, odd] = await listAliases(
    machine({ config: 'Host plain\nHost odd\n ProxyCommand nc %h %p\n Port none-such\nMatch exec "true"\n User never\n' }),
  );
  expect(plain?.notes).toEqual([expect.stringContaining('Match exec')]);
  expect(odd).toMatchObject({ port: 22, login: 'ada' });
  expect(odd?.notes.join('\n')).toMatch(/Match exec[\s\S]*Port none-such[\s\S]*ProxyCommand/);
});
