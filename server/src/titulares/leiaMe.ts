/** The first file of the archive: what each of the others is, for the person who receives it. */
import { formatInstante } from '../platform/export/sheet.ts';

export const buildLeiaMe = (gerado: Date, titular: { nome: string; matricula: string }): string =>
  [
    'DADOS DO TITULAR',
    '',
    `Titular: ${titular.nome}, matrícula ${titular.matricula}`,
    `Gerado em ${formatInstante(gerado)}, horário de Brasília.`,
    '',
    'Este arquivo tem o que o sistema de estacionamento guarda sobre você',
    '(Lei 13.709/2018, arts. 18 e 19).',
    '',
    'LEIA-ME.txt     este texto',
    'dados.json      tudo o que está nas planilhas, o seu cadastro, as mensagens enviadas do seu',
    '                e-mail e os avisos enviados a você, em um formato que outros programas leem',
    'veiculos.csv    os veículos cadastrados no seu nome',
    'passagens.csv   as passagens desses veículos, e dos que já foram seus, no tempo em que foram',
    'historico.csv   quem cadastrou, alterou ou consultou o seu cadastro, os seus veículos e as',
    '                passagens deles, e quando',
    'visitas.csv     as visitas a um anfitrião com o seu nome, e as dos seus veículos; o nome e a',
    '                placa do visitante são dados dele e não estão aqui',
    'fotos/          as fotos das passagens; o número é o da passagem em passagens.csv',
    '',
    'As planilhas (.csv) abrem no Excel e no LibreOffice. Horas em dados.json são UTC.',
    'Cópias de segurança têm os mesmos dados e não fazem parte deste arquivo.',
    '',
  ].join('\r\n');
