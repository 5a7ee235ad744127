import type { strings as english } from '../en/experiments.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

const percent = (value: number): string => `${(value * 100).toLocaleString(language, { maximumFractionDigits: 1 })} %`

/** A difference of two rates, in percentage points. */
const points = (value: number): string =>
  (value * 100).toLocaleString(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '−')

/** Experiments of campaigns, their start time, and tests of their openers. */
export const strings: Translation<typeof english> = {
  compose: {
    legend: 'Expérimentation',
    on: 'Comparer plusieurs messages d’ouverture',
    onHint: 'Chaque personne en reçoit un seul, tiré au sort une fois pour toutes.',
    template: 'Message d’ouverture',
    variant: (id) => `Variante ${id}`,
    weight: 'Poids',
    weightHint: 'Sa part, par rapport aux autres.',
    add: 'Ajouter une variante',
    remove: (id) => `Retirer la variante ${id}`,
    holdout: 'Groupe témoin (pour cent)',
    holdoutHint:
      'Cette part de l’audience ne reçoit rien, pour que vous voyiez ce que change la campagne. Vide : personne.',
    startAt: 'Début',
    startAtHint: (zone) =>
      `Dans le fuseau horaire du lieu, ${zone}. Une fois lancée, la campagne attend cette heure. Vide : elle commence aussitôt.`,
  },
  title: 'Variantes',
  variant: (id) => `Variante ${id}`,
  summary: (variants) => {
    const total = variants.reduce((sum, { weight }) => sum + weight, 0)
    return variants.map(({ id, weight }) => `Variante ${id} : ${percent(weight / total)}`).join(', ')
  },
  heldOut: (count) =>
    formatCount(count, 'personne du groupe témoin ne reçoit rien.', 'personnes du groupe témoin ne reçoivent rien.'),
  holdout: 'Groupe témoin',
  holdoutText: 'Ces personnes ne reçoivent rien. Leurs chiffres montrent ce qui se passe sans la campagne.',
  leader: 'En tête',
  leaderHint: (id) => `La variante ${id} est nettement meilleure que toutes les autres, avec une certitude de 95 %.`,
  noLeader: 'Aucune variante n’est nettement meilleure que les autres.',
  noLeaderYet: 'Pas encore assez de personnes pour dire quelle variante est la meilleure.',
  chosen: 'Choisie',
  choose: 'Envoyer le reste avec cette variante',
  chooseTitle: (id) => `Envoyer le reste avec la variante ${id} ?`,
  chooseText: (id, { left, sent, inFlight, heldOut }) =>
    [
      left === 0
        ? 'Il ne reste personne à qui envoyer : cela ne change rien, sauf si l’audience est revérifiée.'
        : formatCount(
            left,
            `personne qui n’a encore rien reçu recevra la variante ${id}.`,
            `personnes qui n’ont encore rien reçu recevront la variante ${id}.`,
          ),
      ...(sent > 0
        ? [`Rien ne change pour ${formatCount(sent, 'personne qui l’a déjà reçu', 'personnes qui l’ont déjà reçu')}.`]
        : []),
      ...(inFlight > 0
        ? [`${formatCount(inFlight, 'message en route ne change pas', 'messages en route ne changent pas')}.`]
        : []),
      ...(heldOut > 0
        ? [
            formatCount(
              heldOut,
              'personne du groupe témoin ne reçoit toujours rien.',
              'personnes du groupe témoin ne reçoivent toujours rien.',
            ),
          ]
        : []),
    ].join(' '),
  chooseOk: 'Choisir la variante',
  chose: (id) => `Le reste part avec la variante ${id}`,
  numbers: {
    people: 'Personnes',
    share: 'Part',
    sent: 'Envoyés',
    failed: 'Échecs',
    delivered: 'Remis',
    read: 'Lus',
    replied: 'Réponses',
    goal: 'Objectif',
    tapped: 'Clics',
    optedOut: 'Désinscriptions',
  },
  share: (part) => percent(part),
  comparedToVariant: (id) => `la variante ${id}`,
  comparedToHoldout: 'le groupe témoin',
  comparison: (outcome, other) => `${outcome} : comparaison avec ${other}`,
  difference: ({ value, low, high }) => `${points(value)} points (de ${points(low)} à ${points(high)})`,
  verdicts: {
    more: 'Plus. Le hasard seul ne l’explique guère.',
    fewer: 'Moins. Le hasard seul ne l’explique guère.',
    tooFew: 'Pas encore assez de personnes pour conclure.',
    unclear: 'Aucune différence nette.',
  },
  value: (count) => formatNumber(count),
  rate: ({ value, low, high }) => `${percent(value)} (de ${percent(low)} à ${percent(high)})`,
  hint: 'Entre parenthèses : l’intervalle qui contient le vrai taux ou la vraie différence, avec une certitude de 95 %.',

  test: {
    button: 'M’envoyer un test',
    title: 'Envoyer un test',
    text: 'Envoie le message d’ouverture tout de suite. Il ne compte ni dans la campagne, ni dans le plafond de fréquence.',
    to: 'Destinataire',
    forms: { person: 'Personne', address: 'Numéro de téléphone' },
    number: 'Votre numéro',
    numberHint: 'Avec l’indicatif du pays. Ce navigateur s’en souvient.',
    channel: 'Canal',
    variant: 'Variante',
    send: 'Envoyer le test',
    sent: 'Test en file d’attente',
    openSend: 'Ouvrir l’envoi',
  },
  inFlight: (count) =>
    count === 1
      ? '1 message est encore en route et arrivera.'
      : `${formatNumber(count)} messages sont encore en route et arriveront.`,
  noneInFlight: 'Aucun message n’est en route.',
  held: (count) =>
    formatCount(
      count,
      'message attend que vous repreniez la campagne.',
      'messages attendent que vous repreniez la campagne.',
    ),
}
