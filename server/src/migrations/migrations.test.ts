/** The effect of a release on the rows of the previous one. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSemAlerta, type SemAlerta } from '@unipark/contract/semAlerta';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readAlertSettings } from '../passagens/alertas/alertas.ts';
import { type Banco, openBanco } from '../platform/db/banco.ts';
import { migrate } from '../platform/db/migrate.ts';
import { readSetting } from '../platform/db/settings.ts';
import { find as findProprietario } from '../proprietarios/repo.ts';
import { migrations } from './all.ts';

const GRAFIAS = ['PROÍBIDO', 'proibido ', 'Proi\u0301bido', 'ＰＲＯＩＢＩＤＯ', 'PROIBIDO'];

/** A database of the release before a step: filled, migrated, then checked. */
async function upgraded(
  passo: string,
  fill: (db: Banco) => Promise<void>,
  look: (db: Banco) => Promise<void>,
): Promise<void> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
  const db = openBanco(pasta);
  try {
    const antigas = Object.entries(await migrations.getMigrations()).filter(
      ([nome]) => nome < passo,
    );
    await migrate(db, { getMigrations: async () => Object.fromEntries(antigas) });
    await fill(db);
    await migrate(db, migrations);
    await look(db);
  } finally {
    await db.destroy();
    rmSync(pasta, { recursive: true, force: true });
  }
}

it('the steps are the numbered files of the folder; their numbers are 1, 2, 3 …', async () => {
  const nomes = Object.keys(await migrations.getMigrations());
  const arquivos = readdirSync(import.meta.dirname).filter((arquivo) => /^\d/.test(arquivo));
  expect(nomes.map((nome) => `${nome}.ts`)).toEqual(arquivos.sort());
  const numeros = nomes.map((nome) => Number(nome.slice(0, 4)));
  expect(numeros.length).toBeGreaterThan(13);
  expect(numeros).toEqual(numeros.map((_, i) => i + 1));
});

it('0006 gives known statuses one spelling, and keeps any other word', async () => {
  await upgraded(
    '0006',
    async (db) => {
      for (const [i, status] of [...GRAFIAS, 'Visitante '].entries()) {
        const placa = `ABC1D2${i}`;
        await sql`insert into veiculos (placa, chave, status, status_ordem, modelo_ordem, cor_ordem,
        busca_propria, busca, versao, criado_em, atualizado_em)
        values (${placa}, ${placa}, ${status}, ${status.toLowerCase()}, '', '', '', '', 1, '', '')`.execute(
          db,
        );
        await sql`insert into passagens (placa, chave, status, instante, ultima_leitura_em,
        recebido_em, na_lista, teste, versao)
        values (${placa}, ${placa}, ${status}, '', '', '', 1, 0, 1)`.execute(db);
      }
    },
    async (db) => {
      const veiculos = await db
        .selectFrom('veiculos')
        .select(['status', 'status_ordem'])
        .orderBy('id')
        .execute();
      const passagens = await db.selectFrom('passagens').select('status').orderBy('id').execute();
      expect(veiculos).toEqual([
        ...GRAFIAS.map(() => ({ status: 'PROIBIDO', status_ordem: 'proibido' })),
        { status: 'Visitante ', status_ordem: 'visitante' },
      ]);
      expect(passagens.map(({ status }) => status)).toEqual([
        ...GRAFIAS.map(() => 'PROIBIDO'),
        'Visitante ',
      ]);
    },
  );
});

it('0008 keeps a stopped refresh, discards an import, and removes the leases of editions', async () => {
  await upgraded(
    '0008',
    async (db) => {
      for (const [origem, situacao] of [
        ['inicial', 'ativa'],
        ['arquivo', 'montando'],
      ]) {
        await sql`insert into catalogo_edicoes (origem, situacao, arquivo_hash, feitos, marcas, modelos,
          anos, criada_em, viva_em) values (${origem}, ${situacao}, 'x', 9, 0, 0, 0, '', '')`.execute(
          db,
        );
      }
    },
    async (db) => {
      const edicoes = await db.selectFrom('catalogo_edicoes').selectAll().execute();
      expect(edicoes.map(({ situacao }) => situacao)).toEqual(['ativa', 'antiga']);
      expect(Object.keys(edicoes[0] ?? {})).not.toContain('arquivo_hash');
    },
  );
  await upgraded(
    '0008',
    async (db) => {
      await sql`insert into catalogo_edicoes (origem, situacao, feitos, marcas, modelos, anos,
        criada_em, viva_em, dono) values ('atualizacao', 'montando', 9, 0, 0, 0, '', '', 'eu')`.execute(
        db,
      );
    },
    async (db) => {
      const [parada] = await db.selectFrom('catalogo_edicoes').selectAll().execute();
      expect(parada).toMatchObject({ origem: 'atualizacao', situacao: 'montando' });
    },
  );
});

it('0009 renames keys of stored answers and events like the columns, and no values', async () => {
  const motivo = 'diz "vistoEm": nunca';
  const antes = JSON.stringify({ placaCadastrada: 'ABC1D23', mqtt: { temSenha: true }, motivo });
  const depois = JSON.stringify({ placa_cadastrada: 'ABC1D23', mqtt: { tem_senha: true }, motivo });
  await upgraded(
    '0009',
    async (db) => {
      await sql`insert into eventos (tipo, dados, criado_em) values ('passagem', ${antes}, '')`.execute(
        db,
      );
      await sql`insert into idempotencia (autor, rota, chave, corpo_hash, status, resposta, criado_em)
        values ('', '', '', '', 201, ${antes}, '')`.execute(db);
    },
    async (db) => {
      const eventos = await db.selectFrom('eventos').select('dados').execute();
      const respostas = await db.selectFrom('idempotencia').select('resposta').execute();
      expect([eventos, respostas]).toEqual([[{ dados: depois }], [{ resposta: depois }]]);
    },
  );
});

/** Tables that refer to accounts, and those that the step must not change. */
const PENDURADAS = {
  sessoes: [['sid-ana', 'ana', 'hash-ana', null, null, 'd1', 'd2', 'd3']],
  links: [['hash-link', 'recuperar', 'ana', 'd3']],
  totp: [['ana', 'cifrado', 'd1', 57_000]],
  codigos_recuperacao: [
    ['ana', 'codigo-1', null],
    ['ana', 'codigo-2', 'd2'],
  ],
  chaves_acesso: [['ana', 'chave-1', 'Notebook', 'cose', 7, '["usb"]', 'd1', 'd2']],
  desafios: [['hash-desafio', 'passo', 'ana', '{}', 'd3']],
  sessoes_externas: [['rui', 'sid-rui', 'Firefox', '10.0.0.1', 'd1', 'd2', null]],
};

/** The rows of those tables. */
const hanging = async (db: Banco): Promise<Record<string, unknown[]>> =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(PENDURADAS).map(async (tabela) => {
        const { rows } = await sql`select * from ${sql.table(tabela)}`.execute(db);
        return [tabela, rows];
      }),
    ),
  );

it('0010 keeps accounts, passwords, providers, factors, passkeys and sessions', async () => {
  let antes: Record<string, unknown[]> = {};
  await upgraded(
    '0010',
    async (db) => {
      const contas: [
        string,
        string,
        number,
        string | null,
        number,
        string | null,
        string | null,
      ][] = [
        ['ana', 'Ána Dias', 1, 'data:foto', 1, null, null],
        ['rui', 'Rui', 0, null, 0, 'd4', null],
        ['eva', 'Eva', 0, null, 0, null, 'aprovacao'],
      ];
      for (const [id, nome, provado, foto, admin, fora, pendencia] of contas) {
        await sql`insert into "user" (id, name, email, emailVerified, image, createdAt, updatedAt, admin,
      desabilitadoEm, pendencia) values (${id}, ${nome}, ${`${id}@x.br`}, ${provado}, ${foto}, 'd1', 'd2',
      ${admin}, ${fora}, ${pendencia})`.execute(db);
      }
      const provas: [string, string, string, string | null][] = [
        ['credential', 'ana', 'ana', '$argon2id$ana'],
        ['oidc', 'https://idp|1', 'ana', null],
        ['oidc', 'https://outro|9', 'ana', null],
        ['firebase', 'uid-rui', 'rui', null],
        ['credential', 'eva', 'eva', null],
      ];
      for (const [i, [provedor, la, conta, senha]] of provas.entries()) {
        await sql`insert into account (id, accountId, providerId, userId, accessToken, password, createdAt,
      updatedAt) values (${`a${i}`}, ${la}, ${provedor}, ${conta}, 'eyJ', ${senha}, 'd1', ${`d${i + 5}`})`.execute(
          db,
        );
      }
      for (const [tabela, linhas] of Object.entries(PENDURADAS)) {
        for (const linha of linhas) {
          await sql`insert into ${sql.table(tabela)} values (${sql.join(linha)})`.execute(db);
        }
      }
      antes = await hanging(db);
    },
    async (db) => {
      expect(await hanging(db)).toEqual(antes);
      const datas = { criada_em: 'd1', atualizada_em: 'd2' };
      expect(await db.selectFrom('contas').selectAll().orderBy('criada_em').execute()).toEqual([
        {
          ...datas,
          id: 'ana',
          nome: 'Ána Dias',
          email: 'ana@x.br',
          email_verificado: 1,
          foto_url: 'data:foto',
          admin: 1,
          desabilitada_em: null,
          pendencia: null,
          senha: '$argon2id$ana',
          senha_alterada_em: 'd5',
          nome_ordem: 'ana dias',
          busca: ' ana dias ana@x.br',
        },
        expect.objectContaining({
          id: 'rui',
          desabilitada_em: 'd4',
          senha: null,
          email_verificado: 0,
        }),
        expect.objectContaining({ id: 'eva', pendencia: 'aprovacao', senha: null }),
      ]);
      const vinculo = { criado_em: 'd1' };
      expect(
        await db.selectFrom('vinculos').selectAll().orderBy('identificador').execute(),
      ).toEqual([
        { ...vinculo, provedor: 'oidc', identificador: 'https://idp|1', conta: 'ana' },
        { ...vinculo, provedor: 'oidc', identificador: 'https://outro|9', conta: 'ana' },
        { ...vinculo, provedor: 'firebase', identificador: 'uid-rui', conta: 'rui' },
      ]);
      const { rows } = await sql`pragma foreign_key_check`.execute(db);
      expect(rows).toEqual([]);
      await db.deleteFrom('contas').where('id', '=', 'ana').execute();
      const depois = await hanging(db);
      expect(Object.values(depois).flat()).toEqual(antes.sessoes_externas);
      expect(await db.selectFrom('vinculos').select('conta').execute()).toEqual([{ conta: 'rui' }]);
    },
  );
});

it('0015 makes a reason of each sentence about a passage without an alarm', async () => {
  const motivos = {
    'leitura de teste': 'teste',
    'leitura atrasada 1 dia 2 h': 'atrasada:93600',
    'passagem fora da lista ao vivo': 'fora_da_lista',
    'hora da passagem no futuro': 'futura',
    'a passagem já tinha 12 min': 'antiga:720',
    'mesmo alerta há 0 s': 'repetida:0',
    'confiança 0,41 abaixo do mínimo': 'fraca:0.41',
    'outra leitura desta passagem, com mais confiança, tem outra placa': 'outra_leitura',
    'a placa foi corrigida por uma pessoa': 'corrigida',
  } satisfies Record<string, SemAlerta>;
  const frases = [...Object.keys(motivos).map((frase) => `Sem alerta: ${frase}.`), null];
  await upgraded(
    '0015',
    async (db) => {
      for (const frase of frases) {
        await sql`insert into passagens (placa, chave, status, instante, ultima_leitura_em, recebido_em,
          na_lista, teste, versao, sem_alerta)
          values ('', '', '', '', '', '', 1, 0, 1, ${frase})`.execute(db);
      }
    },
    async (db) => {
      const passagens = await db
        .selectFrom('passagens')
        .select('sem_alerta')
        .orderBy('id')
        .execute();
      const depois = passagens.map(({ sem_alerta }) => sem_alerta);
      expect(depois).toEqual([...Object.values(motivos), null]);
      expect(depois.map((motivo) => motivo && formatSemAlerta(motivo))).toEqual(frases);
    },
  );
});

it('0017 keeps the settings of alarms under their new names', async () => {
  await upgraded(
    '0017',
    async (db) => {
      const valor = '{"naoCadastrado":true,"intervaloMin":9,"repeticaoSeg":30}';
      await sql`insert into ajustes (nome, valor) values ('alertas', ${valor}), ('outro', ${valor})`.execute(
        db,
      );
    },
    async (db) => {
      expect(await readAlertSettings(db)).toEqual({
        nao_cadastrado: true,
        intervalo_min: 9,
        repeticao_seg: 30,
      });
      expect(await readSetting(db, 'outro')).toContain('naoCadastrado');
    },
  );
});

it('0011 adds an empty contact to the owners of before', async () => {
  await upgraded(
    '0011',
    async (db) => {
      await sql`insert into proprietarios (matricula, nome, nome_ordem, busca, versao, criado_em, atualizado_em)
        values ('007', 'Ana', 'ana', ' ana 007', 3, '', '')`.execute(db);
    },
    async (db) => {
      expect(await findProprietario(db, '007')).toMatchObject({
        ...{ matricula: '007', nome: 'Ana', versao: 3, email: null, telefone: null },
      });
    },
  );
});

it('0020 counts the passages of before by hour, without tests', async () => {
  const passagens = [
    ['2026-03-12T13:00:00.000Z', '1', 'ATIVO', 'entrada', 0],
    ['2026-03-12T13:59:59.999Z', '1', 'ATIVO', 'entrada', 0],
    ['2026-03-12T13:59:59.999Z', '1', 'ATIVO', 'entrada', 1],
    ['2026-03-12T14:00:00.000Z', null, 'PROIBIDO', null, 0],
  ] as const;
  await upgraded(
    '0020',
    async (db) => {
      for (const [instante, camera, status, sentido, teste] of passagens) {
        await sql`insert into passagens (placa, chave, status, instante, ultima_leitura_em, recebido_em,
          na_lista, teste, versao, camera, sentido)
          values ('', '', ${status}, ${instante}, '', '', 1, ${teste}, 1, ${camera}, ${sentido})`.execute(
          db,
        );
      }
    },
    async (db) => {
      const horas = await db.selectFrom('passagens_horas').selectAll().orderBy('hora').execute();
      expect(horas).toEqual([
        { hora: '2026-03-12T13', camera: '1', status: 'ATIVO', sentido: 'entrada', total: 2 },
        { hora: '2026-03-12T14', camera: '', status: 'PROIBIDO', sentido: '', total: 1 },
      ]);
    },
  );
});
