import type { Phrases } from './phrases.ts'

export const pt: Phrases = {
  yes: 'Sim',
  no: 'Não',
  select: 'Escolher',
  choose: 'Escolher',
  pleaseChoose: 'Escolha, por favor:',
  replyWithNumber: 'Responda com um algarismo.',
  replyWithNumbers: 'Responda com um algarismo ou mais, por exemplo 1, 2.',
  replyWithAddress: 'Responda com a rua e a cidade.',
  addToCalendar: 'Guardar na agenda',
  openMap: 'Abrir o mapa',
  shareLocation: 'Enviar localização',
  yesFor: (label) => `Responda SIM (YES) para: ${label}`,
  yesOrNo: 'Responda SIM (YES) ou NO.',
  yesOrNoAs: (confirm, deny) => `Responda SIM (YES: ${confirm}) ou NO (${deny}).`,
  alsoYes: ['sim', 's'],
  alsoNo: ['não'],
}
