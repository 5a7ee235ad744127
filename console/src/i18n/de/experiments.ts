import type { strings as english } from '../en/experiments.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

const percent = (value: number): string =>
  `${(value * 100).toLocaleString(language, { maximumFractionDigits: 1 })}\u00a0%`

/** A difference of two rates, in percentage points. */
const points = (value: number): string =>
  (value * 100).toLocaleString(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '−')

const people = (count: number): string => formatCount(count, 'Person', 'Personen')

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
  summary: (variants) => {
    const total = variants.reduce((sum, { weight }) => sum + weight, 0)
    return variants.map(({ id, weight }) => `Variante ${id}: ${percent(weight / total)}`).join(', ')
  },
  heldOut: (count) => `${people(count)} in der Kontrollgruppe ${count === 1 ? 'erhält' : 'erhalten'} nichts.`,
  holdout: 'Kontrollgruppe',
  holdoutText: 'Diese Personen erhalten nichts. Die Zahlen zeigen, was ohne die Kampagne geschieht.',
  leader: 'Führend',
  leaderHint: (id) => `Variante ${id} ist signifikant besser als jede andere Variante, bei 95\u00a0%.`,
  noLeader: 'Keine Variante ist signifikant besser als die anderen.',
  noLeaderYet: 'Noch sind es zu wenige Personen, um zu sagen, welche Variante besser ist.',
  chosen: 'Gewählt',
  choose: 'Den Rest mit dieser Variante senden',
  chooseTitle: (id) => `Den Rest mit Variante ${id} senden?`,
  chooseText: (id, { left, sent, inFlight, heldOut }) =>
    [
      left === 0
        ? 'Es ist niemand mehr übrig, an den gesendet wird. Die Wahl ändert also nichts, außer wenn die Zielgruppe erneut geprüft wird.'
        : left === 1
          ? `1 Person, der noch nichts gesendet wurde, erhält Variante ${id}.`
          : `${people(left)}, denen noch nichts gesendet wurde, erhalten Variante ${id}.`,
      ...(sent > 0 ? [`Für ${people(sent)} mit bereits gesendeter Nachricht ändert sich nichts.`] : []),
      ...(inFlight > 0
        ? [
            inFlight === 1
              ? '1 Nachricht ist unterwegs und bleibt, wie sie ist.'
              : `${formatNumber(inFlight)} Nachrichten sind unterwegs und bleiben, wie sie sind.`,
          ]
        : []),
      ...(heldOut > 0
        ? [`${people(heldOut)} in der Kontrollgruppe ${heldOut === 1 ? 'erhält' : 'erhalten'} weiterhin nichts.`]
        : []),
    ].join(' '),
  chooseOk: 'Variante wählen',
  chose: (id) => `Der Rest wird mit Variante ${id} gesendet`,
  numbers: {
    people: 'Personen',
    share: 'Anteil',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    replied: 'Beantwortet',
    goal: 'Ziel',
    tapped: 'Angetippt',
    optedOut: 'Abbestellt',
  },
  share: (part) => percent(part),
  comparedToVariant: (id) => `Variante ${id}`,
  comparedToHoldout: 'der Kontrollgruppe',
  comparison: (outcome, other) => `${outcome}, verglichen mit ${other}`,
  difference: ({ value, low, high }) => `${points(value)} Prozentpunkte (${points(low)} bis ${points(high)})`,
  verdicts: {
    more: 'Mehr. Durch Zufall allein ist das kaum zu erklären.',
    fewer: 'Weniger. Durch Zufall allein ist das kaum zu erklären.',
    tooFew: 'Noch zu wenige Personen für eine Aussage.',
    unclear: 'Kein klarer Unterschied.',
  },
  value: (count) => formatNumber(count),
  rate: ({ value, low, high }) => `${percent(value)} (${percent(low)} bis ${percent(high)})`,
  hint: 'In Klammern: der Bereich, in dem die wahre Quote oder der wahre Unterschied liegt, bei 95\u00a0%.',

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
  held: (count) =>
    count === 1
      ? '1 Nachricht wartet, bis Sie die Kampagne fortsetzen.'
      : `${formatNumber(count)} Nachrichten warten, bis Sie die Kampagne fortsetzen.`,
}
