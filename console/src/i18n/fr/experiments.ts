import type { strings as english } from '../en/experiments.ts'
import type { Translation } from '../translation.ts'
import { formatNumber, language } from './numbers.ts'

const percent = (value: number): string => `${(value * 100).toLocaleString(language, { maximumFractionDigits: 1 })} %`

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
  holdout: 'Groupe témoin',
  holdoutText: 'Ces personnes ne reçoivent rien. Leurs chiffres montrent ce qui se passe sans la campagne.',
  leader: 'En tête',
  leaderHint: 'Nettement meilleure que toutes les autres variantes, avec une certitude de 95 %.',
  noLeader: 'Aucune variante n’est encore nettement meilleure que les autres.',
  chosen: 'Choisie',
  choose: 'Envoyer le reste avec cette variante',
  chooseTitle: (id) => `Envoyer le reste avec la variante ${id} ?`,
  chooseText:
    'Toutes les personnes qui n’ont encore rien reçu recevront cette variante. Ce qui est déjà envoyé ne change pas.',
  chooseOk: 'Choisir la variante',
  chose: (id) => `Le reste part avec la variante ${id}`,
  numbers: {
    people: 'Personnes',
    sent: 'Envoyés',
    delivered: 'Remis',
    read: 'Lus',
    replied: 'Réponses',
    goal: 'Objectif',
    tapped: 'Clics',
  },
  value: (count) => formatNumber(count),
  rate: ({ value, low, high }) => `${percent(value)} (de ${percent(low)} à ${percent(high)})`,
  hint: 'Entre parenthèses : l’intervalle qui contient le vrai taux, avec une certitude de 95 %.',

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
}
