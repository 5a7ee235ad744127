import type { Phrases } from './phrases.ts'

export const es: Phrases = {
  yes: 'Sí',
  no: 'No',
  select: 'Elegir',
  choose: 'Elegir',
  pleaseChoose: 'Elija, por favor:',
  replyWithNumber: 'Responda con una cifra.',
  replyWithNumbers: 'Responda con una cifra o varias, por ejemplo 1, 2.',
  replyWithAddress: 'Responda con la calle y la ciudad.',
  addToCalendar: 'Añadir al calendario',
  openMap: 'Abrir el mapa',
  shareLocation: 'Compartir ubicación',
  yesFor: (label) => `Responda SI (YES) para: ${label}`,
  yesOrNo: 'Responda SI (YES) o NO.',
  yesOrNoAs: (confirm, deny) => `Responda SI (YES: ${confirm}) o NO (${deny}).`,
  alsoYes: ['sí', 's'],
  alsoNo: [],
}
