import type { strings as english } from '../en/usage.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

const formatParts = (parts: readonly (readonly [string, number])[]): string =>
  parts.map(([name, count]) => `${name.toLowerCase()} ${formatNumber(count)}`).join(', ')

export const strings: Translation<typeof english> = {
  range: 'Période',
  days: (count) => formatCount(count, 'jour', 'jours'),
  zone: (zone) => `Les jours sont ceux du fuseau horaire de l’organisation, ${zone}.`,
  agent: 'Agent',
  allAgents: 'Tous les agents',
  charts: {
    messages: 'Messages',
    delivery: 'Remise',
    conversations: 'Conversations',
    goals: 'Objectifs atteints',
    sends: 'Prises de contact envoyées',
    tokens: 'Jetons d’IA',
  },
  measures: {
    messagesIn: 'Reçus',
    messagesOut: 'Envoyés',
    delivered: 'Remis',
    read: 'Lus',
    failed: 'Échecs',
    conversations: 'Conversations',
    goalsReached: 'Objectifs',
    turns: 'Échanges',
    inputTokens: 'Jetons en entrée',
    outputTokens: 'Jetons en sortie',
    cacheReadTokens: 'Du cache',
    modelMilliseconds: 'Temps d’IA',
    sends: 'Envois',
    testRuns: 'Exécutions de tests',
    testUnits: 'Unités de test',
  },
  headings: {
    messagesIn: 'Messages reçus',
    messagesOut: 'Messages envoyés',
    delivered: 'Remis',
    read: 'Lus',
    failed: 'Échecs',
    conversations: 'Conversations',
    goalsReached: 'Objectifs atteints',
    turns: 'Échanges',
    inputTokens: 'Jetons en entrée',
    outputTokens: 'Jetons en sortie',
    cacheReadTokens: 'Jetons du cache',
    modelMilliseconds: 'Temps d’IA',
    sends: 'Envois',
    testRuns: 'Exécutions de tests',
    testUnits: 'Unités de test',
  },
  number: formatNumber,
  dayLabel: (day, parts) => `${day} : ${formatParts(parts)}`,
  totalLabel: (title, parts, days) => `${title} en ${formatCount(days, 'jour', 'jours')} : ${formatParts(parts)}`,
  share: (share) =>
    `${(share * 100).toLocaleString(language, { maximumFractionDigits: share > 0.99 && share < 1 ? 1 : 0 })} % remis`,
  readOf: (count) => formatCount(count, 'lu', 'lus'),
  perTurn: (count) => `Environ ${formatNumber(Math.round(count))} par échange`,
  writing: (count) =>
    `Au plus ${formatCount(count, 'personne a écrit', 'personnes ont écrit')} le même jour`,
  numbers: 'Afficher les chiffres',
  table: 'Utilisation par jour',
  day: 'Jour',
  sum: 'Total',
  pickAgent: 'Choisissez un agent ci-dessus pour ouvrir les listes derrière les barres.',
  quiet: 'Aucun message sur cette période',
  quietText: 'Les graphiques apparaissent ici dès que des personnes et des agents échangent des messages.',
}
