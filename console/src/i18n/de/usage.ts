import type { strings as english } from '../en/usage.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

const list = (parts: readonly (readonly [string, number])[]): string =>
  parts.map(([name, count]) => `${name} ${formatNumber(count)}`).join(', ')

export const strings: Translation<typeof english> = {
  range: 'Zeitraum',
  days: (count) => formatCount(count, 'Tag', 'Tage'),
  zone: (zone) => `Die Tage gelten in der Zeitzone der Organisation, ${zone}.`,
  agent: 'Agent',
  allAgents: 'Alle Agenten',
  charts: {
    messages: 'Nachrichten',
    delivery: 'Zustellung',
    conversations: 'Gespräche',
    goals: 'Erreichte Ziele',
    sends: 'Gesendete Anschreiben',
    tokens: 'Modell-Tokens',
  },
  measures: {
    messagesIn: 'Eingehend',
    messagesOut: 'Ausgehend',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    failed: 'Fehlgeschlagen',
    conversations: 'Gespräche',
    goalsReached: 'Ziele',
    turns: 'Runden',
    inputTokens: 'Eingabe-Tokens',
    outputTokens: 'Ausgabe-Tokens',
    cacheReadTokens: 'Aus dem Cache',
    modelMilliseconds: 'Modellzeit',
    sends: 'Sendungen',
    testRuns: 'Testläufe',
    testUnits: 'Testeinheiten',
  },
  headings: {
    messagesIn: 'Nachrichten eingehend',
    messagesOut: 'Nachrichten ausgehend',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    failed: 'Fehlgeschlagen',
    conversations: 'Gespräche',
    goalsReached: 'Erreichte Ziele',
    turns: 'Runden',
    inputTokens: 'Eingabe-Tokens',
    outputTokens: 'Ausgabe-Tokens',
    cacheReadTokens: 'Tokens aus dem Cache',
    modelMilliseconds: 'Modellzeit',
    sends: 'Sendungen',
    testRuns: 'Testläufe',
    testUnits: 'Testeinheiten',
  },
  number: formatNumber,
  dayLabel: (day, parts) => `${day}: ${list(parts)}`,
  totalLabel: (title, parts, days) => `${title} in ${formatCount(days, 'Tag', 'Tagen')}: ${list(parts)}`,
  share: (share) => {
    const digits = share > 0.99 && share < 1 ? 1 : 0
    const percent = (share * 100).toLocaleString(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    return `${percent}\u00a0% zugestellt`
  },
  readOf: (count) => `${formatNumber(count)} gelesen`,
  perTurn: (count) => `Etwa ${formatNumber(Math.round(count))} pro Runde`,
  writing: (count) =>
    count === 1
      ? 'Höchstens 1 Person schrieb an einem Tag'
      : `Höchstens ${formatNumber(count)} Personen schrieben an einem Tag`,
  numbers: 'Zahlen anzeigen',
  table: 'Nutzung nach Tag',
  day: 'Tag',
  sum: 'Summe',
  pickAgent: 'Wählen Sie oben einen Agenten, um die Listen hinter den Balken zu öffnen.',
  quiet: 'Keine Nachrichten in diesem Zeitraum',
  quietText: 'Diagramme erscheinen hier, sobald Personen und Agenten Nachrichten austauschen.',
}
