import type { strings as english } from '../en/experiments.ts'
import type { Translation } from '../translation.ts'
import { formatNumber, language } from './numbers.ts'

const percent = (value: number): string =>
  `${(value * 100).toLocaleString(language, { maximumFractionDigits: 1 })}\u00a0%`

export const strings: Translation<typeof english> = {
  compose: {
    legend: 'Experiment',
    on: 'Mehrere Eröffnungen vergleichen',
    onHint: 'Jede Person erhält eine davon, einmalig zufällig gewählt.',
    template: 'Eröffnung',
    variant: (id) => `Variante ${id}`,
    weight: 'Gewicht',
    weightHint: 'Ihr Anteil im Verhältnis zu den anderen.',
    add: 'Variante hinzufügen',
    remove: (id) => `Variante ${id} entfernen`,
    holdout: 'Kontrollgruppe (Prozent)',
    holdoutHint:
      'Dieser Anteil der Zielgruppe erhält nichts, damit Sie sehen, was die Kampagne bewirkt. Leer: niemand.',
    startAt: 'Start am',
    startAtHint: (zone) =>
      `In Ortszeit, ${zone}. Nachdem Sie die Kampagne gestartet haben, wartet sie bis zu dieser Zeit. Leer: Sie beginnt sofort.`,
  },
  title: 'Varianten',
  variant: (id) => `Variante ${id}`,
  holdout: 'Kontrollgruppe',
  holdoutText: 'Diese Personen erhalten nichts. Die Zahlen zeigen, was ohne die Kampagne geschieht.',
  leader: 'Führend',
  leaderHint: 'Signifikant besser als jede andere Variante, bei 95\u00a0%.',
  noLeader: 'Noch ist keine Variante signifikant besser als die anderen.',
  chosen: 'Gewählt',
  choose: 'Den Rest mit dieser Variante senden',
  chooseTitle: (id) => `Den Rest mit Variante ${id} senden?`,
  chooseText: 'Alle, denen noch nichts gesendet wurde, erhalten diese Variante. Bereits Gesendetes bleibt, wie es ist.',
  chooseOk: 'Variante wählen',
  chose: (id) => `Der Rest wird mit Variante ${id} gesendet`,
  numbers: {
    people: 'Personen',
    sent: 'Gesendet',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    replied: 'Beantwortet',
    goal: 'Ziel',
    tapped: 'Angetippt',
  },
  value: (count) => formatNumber(count),
  rate: ({ value, low, high }) => `${percent(value)} (${percent(low)} bis ${percent(high)})`,
  hint: 'In Klammern: der Bereich, in dem die wahre Quote liegt, bei 95\u00a0%.',

  test: {
    button: 'Test an sich selbst senden',
    title: 'Test senden',
    text: 'Sendet die Eröffnung jetzt. Das zählt weder in der Kampagne noch als Kontakt.',
    to: 'Empfänger',
    forms: { person: 'Person', address: 'Telefonnummer' },
    number: 'Ihre Nummer',
    numberHint: 'Mit Landesvorwahl. Dieser Browser merkt sie sich.',
    channel: 'Kanal',
    variant: 'Variante',
    send: 'Test senden',
    sent: 'Test eingereiht',
    openSend: 'Sendung öffnen',
  },
  inFlight: (count) =>
    count === 1
      ? '1 Nachricht ist noch unterwegs und kommt noch an.'
      : `${formatNumber(count)} Nachrichten sind noch unterwegs und kommen noch an.`,
  noneInFlight: 'Nichts ist mehr unterwegs.',
}
