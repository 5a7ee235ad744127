import type { strings as english } from '../en/handset.ts'
import type { Translation } from '../translation.ts'
import { channelNames } from './channel-names.ts'
import { formatCount } from './numbers.ts'

export const strings: Translation<typeof english> = {
  lab: {
    name: 'Labo de téléphones',
    short: 'Labo',
    text: 'Acheminé par le labo de téléphones de ce serveur : aucun vrai téléphone n’est atteint.',
    notice: (channels) =>
      `${channels.join(', ')} : seulement dans le labo de téléphones. Les messages s’affichent sur des téléphones virtuels, et aucune vraie personne ne les reçoit.`,
    open: 'Ouvrir le labo',
    channels: 'Canaux',
  },
  messages: 'Messages',
  phone: (channel) => `Téléphone : ${channel}`,
  agent: 'Agent',
  person: 'Personne',
  typing: 'L’agent écrit',
  earlier: 'plus tôt',
  picture: 'Image',
  video: 'Vidéo',
  audio: 'Enregistrement',
  file: 'Fichier',
  cards: 'Cartes',
  choose: 'Choisir',
  chooseTime: 'Choisir un créneau',
  send: 'Envoyer le choix',
  sendLocation: 'Envoyer la position',
  openMap: 'Ouvrir la carte',
  effect: (summary) => `Noté, mais non exécuté : ${summary}`,
  segments: (segments, units, encoding) =>
    `${formatCount(segments, 'segment', 'segments')} · ${formatCount(units, 'caractère', 'caractères')} · ${encoding}`,
  delivery: { pending: 'Envoi en cours', sent: 'Envoyé', delivered: 'Remis', read: 'Lu', failed: 'Non remis' },
  channels: channelNames,
  senders: {
    rcs: 'Entreprise vérifiée',
    sms: 'Message texte',
    webchat: 'Sur votre site',
    messengerA: 'Compte professionnel',
    messengerB: 'Page',
    socialC: 'Profil professionnel',
    vendorMessages: 'Discussion avec l’entreprise',
    workchatD: 'Application',
    aiChatE: 'Assistant',
  },
}
