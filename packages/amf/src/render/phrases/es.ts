import type { Phrases } from './phrases.ts'

export const es: Phrases = {
  yes: 'Sí',
  no: 'No',
  select: 'Elegir',
  choose: 'Elegir',
  pleaseChoose: 'Elija una opción:',
  replyWithNumber: 'Responda con un número.',
  replyWithNumbers: 'Responda con uno o más números, por ejemplo 1, 2.',
  replyWithAddress: 'Responda con una dirección.',
  addToCalendar: 'Añadir al calendario',
  openMap: 'Abrir el mapa',
  shareLocation: 'Compartir ubicación',
  yesFor: (label) => `Responda SÍ (YES) para: ${label}`,
  yesOrNo: 'Responda SÍ (YES) o NO.',
  yesOrNoAs: (confirm, deny) => `Responda SÍ (YES: ${confirm}) o NO (${deny}).`,
  alsoYes: ['sí', 's'],
  alsoNo: [],
}
