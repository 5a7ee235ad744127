import type { Phrases } from './phrases.ts'

export const pt: Phrases = {
  yes: 'Sim',
  no: 'Não',
  select: 'Escolher',
  choose: 'Escolher',
  pleaseChoose: 'Escolha uma opção:',
  replyWithNumber: 'Responda com um número.',
  replyWithNumbers: 'Responda com um ou mais números, por exemplo 1, 2.',
  replyWithAddress: 'Responda com um endereço.',
  addToCalendar: 'Pôr no calendário',
  openMap: 'Abrir o mapa',
  shareLocation: 'Enviar localização',
  yesFor: (label) => `Responda SIM (YES) para: ${label}`,
  yesOrNo: 'Responda SIM (YES) ou NÃO (NO).',
  yesOrNoAs: (confirm, deny) => `Responda SIM (YES: ${confirm}) ou NÃO (NO: ${deny}).`,
  alsoYes: ['sim', 's'],
  alsoNo: ['não'],
}
