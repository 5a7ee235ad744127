import type { strings as english } from '../en/usage.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber } from './numbers.ts'

const listParts = (parts: readonly (readonly [string, number])[]): string =>
  parts.map(([name, count]) => `${name.toLowerCase()} ${formatNumber(count)}`).join(', ')

export const strings: Translation<typeof english> = {
  range: 'Período',
  days: (count) => formatCount(count, 'día', 'días'),
  zone: (zone) => `Los días son los de la zona horaria de la organización, ${zone}.`,
  agent: 'Agente',
  allAgents: 'Todos los agentes',
  charts: {
    messages: 'Mensajes',
    delivery: 'Entrega',
    conversations: 'Conversaciones',
    goals: 'Metas alcanzadas',
    sends: 'Mensajes proactivos enviados',
    tokens: 'Tokens del modelo',
  },
  measures: {
    messagesIn: 'Recibidos',
    messagesOut: 'Enviados',
    delivered: 'Entregados',
    read: 'Leídos',
    failed: 'Con error',
    conversations: 'Conversaciones',
    goalsReached: 'Metas',
    turns: 'Turnos',
    inputTokens: 'Tokens de entrada',
    outputTokens: 'Tokens de salida',
    cacheReadTokens: 'De la caché',
    modelMilliseconds: 'Tiempo del modelo',
    sends: 'Envíos',
    testRuns: 'Ejecuciones de pruebas',
    testUnits: 'Unidades de prueba',
  },
  headings: {
    messagesIn: 'Mensajes recibidos',
    messagesOut: 'Mensajes enviados',
    delivered: 'Entregados',
    read: 'Leídos',
    failed: 'Con error',
    conversations: 'Conversaciones',
    goalsReached: 'Metas alcanzadas',
    turns: 'Turnos',
    inputTokens: 'Tokens de entrada',
    outputTokens: 'Tokens de salida',
    cacheReadTokens: 'Tokens de la caché',
    modelMilliseconds: 'Tiempo del modelo',
    sends: 'Envíos',
    testRuns: 'Ejecuciones de pruebas',
    testUnits: 'Unidades de prueba',
  },
  number: formatNumber,
  dayLabel: (day, parts) => `${day}: ${listParts(parts)}`,
  totalLabel: (title, parts, days) => `${title} en ${formatCount(days, 'día', 'días')}: ${listParts(parts)}`,
  share: (share) => {
    const digits = share > 0.99 && share < 1 ? 10 : 1
    return `${formatNumber(Math.round(share * 100 * digits) / digits)}\u00a0% entregados`
  },
  readOf: (count) => formatCount(count, 'leído', 'leídos'),
  perTurn: (count) => `Unos ${formatNumber(Math.round(count))} por turno`,
  writing: (count) =>
    count === 1
      ? 'Como máximo escribió 1 persona en un día'
      : `Como máximo escribieron ${formatNumber(count)} personas en un día`,
  numbers: 'Mostrar números',
  table: 'Uso por día',
  day: 'Día',
  sum: 'Total',
  pickAgent: 'Elige un agente arriba para abrir las listas que hay detrás de las barras.',
  quiet: 'No hay mensajes en este período',
  quietText: 'Los gráficos aparecen en cuanto las personas y los agentes intercambian mensajes.',
}
