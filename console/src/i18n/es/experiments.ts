import type { strings as english } from '../en/experiments.ts'
import type { Translation } from '../translation.ts'
import { formatNumber } from './numbers.ts'

const formatPercent = (value: number): string => `${formatNumber(Math.round(value * 1000) / 10)}\u00a0%`

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
  holdout: 'Grupo de control',
  holdoutText: 'No reciben nada. Sus números muestran lo que ocurre sin la campaña.',
  leader: 'La mejor',
  leaderHint: 'Significativamente mejor que todas las demás variantes, al 95\u00a0%.',
  noLeader: 'Ninguna variante es todavía significativamente mejor que las demás.',
  chosen: 'Elegida',
  choose: 'Enviar el resto con esta variante',
  chooseTitle: (id) => `¿Enviar el resto con la variante ${id}?`,
  chooseText: 'Todas las personas a las que aún no se envió nada reciben esta variante. Lo ya enviado no cambia.',
  chooseOk: 'Elegir variante',
  chose: (id) => `El resto se envía con la variante ${id}`,
  numbers: {
    people: 'Personas',
    sent: 'Enviados',
    delivered: 'Entregados',
    read: 'Leídos',
    replied: 'Respondidos',
    goal: 'Meta',
    tapped: 'Tocados',
  },
  value: formatNumber,
  rate: ({ value, low, high }) => `${formatPercent(value)} (de ${formatPercent(low)} a ${formatPercent(high)})`,
  hint: 'Entre paréntesis: el intervalo que contiene la tasa real, al 95\u00a0%.',

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
}
