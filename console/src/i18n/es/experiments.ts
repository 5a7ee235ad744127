import type { strings as english } from '../en/experiments.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

const formatPercent = (value: number): string => `${formatNumber(Math.round(value * 1000) / 10)}\u00a0%`

/** A difference of two rates, in percentage points. */
const points = (value: number): string =>
  (value * 100).toLocaleString(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '−')

const people = (count: number): string => formatCount(count, 'persona', 'personas')

export const strings: Translation<typeof english> = {
  compose: {
    legend: 'Experimento',
    on: 'Comparar varios mensajes iniciales',
    onHint: 'Cada persona recibe uno de ellos, elegido una vez al azar.',
    template: 'Mensaje inicial',
    variant: (id) => `Variante ${id}`,
    weight: 'Peso',
    weightHint: 'Su parte, en relación con las demás.',
    add: 'Añadir variante',
    remove: (id) => `Quitar la variante ${id}`,
    holdout: 'Grupo de control (porcentaje)',
    holdoutHint:
      'Esta parte de la audiencia no recibe nada, para que puedas ver qué cambia con la campaña. Vacío: nadie.',
    startAt: 'Empezar el',
    startAtHint: (zone) =>
      `En la zona horaria del lugar, ${zone}. Después de iniciarla, la campaña espera hasta esta hora. Vacío: empieza de inmediato.`,
  },
  title: 'Variantes',
  variant: (id) => `Variante ${id}`,
  summary: (variants) => {
    const total = variants.reduce((sum, { weight }) => sum + weight, 0)
    return variants.map(({ id, weight }) => `Variante ${id}: ${formatPercent(weight / total)}`).join(', ')
  },
  heldOut: (count) => `${people(count)} del grupo de control no ${count === 1 ? 'recibe' : 'reciben'} nada.`,
  holdout: 'Grupo de control',
  holdoutText: 'No reciben nada. Sus números muestran lo que ocurre sin la campaña.',
  leader: 'La mejor',
  leaderHint: (id) => `La variante ${id} es significativamente mejor que todas las demás, al 95\u00a0%.`,
  noLeader: 'Ninguna variante es significativamente mejor que las demás.',
  noLeaderYet: 'Aún no hay suficientes personas para saber qué variante es mejor.',
  chosen: 'Elegida',
  choose: 'Enviar el resto con esta variante',
  chooseTitle: (id) => `¿Enviar el resto con la variante ${id}?`,
  chooseText: (id, { left, sent, inFlight, heldOut }) =>
    [
      left === 0
        ? 'Ya no queda nadie a quien enviar, así que esto no cambia nada, salvo que la audiencia se compruebe de nuevo.'
        : left === 1
          ? `1 persona a la que aún no se envió nada recibe la variante ${id}.`
          : `${people(left)} a las que aún no se envió nada reciben la variante ${id}.`,
      ...(sent > 0
        ? [`Para ${formatCount(sent, 'persona que ya lo recibió', 'personas que ya lo recibieron')} no cambia nada.`]
        : []),
      ...(inFlight > 0
        ? [`${formatCount(inFlight, 'mensaje en camino sigue como estaba', 'mensajes en camino siguen como estaban')}.`]
        : []),
      ...(heldOut > 0
        ? [`${people(heldOut)} del grupo de control ${heldOut === 1 ? 'sigue' : 'siguen'} sin recibir nada.`]
        : []),
    ].join(' '),
  chooseOk: 'Elegir variante',
  chose: (id) => `El resto se envía con la variante ${id}`,
  numbers: {
    people: 'Personas',
    share: 'Proporción',
    sent: 'Enviados',
    failed: 'Con error',
    delivered: 'Entregados',
    read: 'Leídos',
    replied: 'Respondidos',
    goal: 'Meta',
    tapped: 'Tocados',
    optedOut: 'Bajas',
  },
  share: (part) => formatPercent(part),
  comparedToVariant: (id) => `la variante ${id}`,
  comparedToHoldout: 'el grupo de control',
  comparison: (outcome, other) => `${outcome}, en comparación con ${other}`,
  difference: ({ value, low, high }) => `${points(value)} puntos porcentuales (de ${points(low)} a ${points(high)})`,
  verdicts: {
    more: 'Más. El azar por sí solo apenas lo explica.',
    fewer: 'Menos. El azar por sí solo apenas lo explica.',
    tooFew: 'Aún no hay suficientes personas para saberlo.',
    unclear: 'Sin diferencia clara.',
  },
  value: formatNumber,
  rate: ({ value, low, high }) => `${formatPercent(value)} (de ${formatPercent(low)} a ${formatPercent(high)})`,
  hint: 'Entre paréntesis: el intervalo que contiene la tasa o la diferencia real, al 95\u00a0%.',

  test: {
    button: 'Enviarte una prueba',
    title: 'Enviar una prueba',
    text: 'Envía ahora el mensaje inicial. No cuenta ni en la campaña ni como contacto.',
    to: 'Destinatario',
    forms: { person: 'Persona', address: 'Número de teléfono' },
    number: 'Tu número',
    numberHint: 'Incluye el código de país. Este navegador lo recuerda.',
    channel: 'Canal',
    variant: 'Variante',
    send: 'Enviar prueba',
    sent: 'Prueba en cola',
    openSend: 'Abrir envío',
  },
  inFlight: (count) =>
    count === 1
      ? '1 mensaje sigue en camino y llegará.'
      : `${formatNumber(count)} mensajes siguen en camino y llegarán.`,
  noneInFlight: 'No hay mensajes en camino.',
  held: (count) => `${formatCount(count, 'mensaje espera', 'mensajes esperan')} hasta que reanudes la campaña.`,
}
