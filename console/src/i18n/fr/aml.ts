import type { strings as english } from '../en/aml.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber } from './numbers.ts'

export const strings: Translation<typeof english> = {
  complete: {
    template: 'Modèle de message',
    thing: 'Fiche',
    collection: 'Collection',
    media: 'Média',
    slot: 'Rempli pour chaque personne',
    row: 'Ligne',
  },
  markers: {
    chips: 'Réponses suggérées',
    'ask.choice': 'Question à choix multiple',
    'ask.time': 'Choix d’un créneau',
    'ask.location': 'Demande de position',
    confirm: 'Question oui ou non',
    showcase: 'Éléments à choisir, avec images',
    'share.event': 'Événement de calendrier',
    'share.place': 'Lieu sur une carte',
    'share.contact': 'Carte de visite',
    media: 'Image, vidéo, audio ou fichier',
    card: 'Carte',
    carousel: 'Carrousel de cartes',
    template: 'Modèle de message',
    things: 'Fiches du catalogue, sous forme de cartes',
    collection: 'Une collection entière, sous forme de cartes',
  },
  notes: {
    label: 'Problèmes de ce texte',
    at: (line, message) => `Ligne ${line} : ${message}`,
    more: (count) => `et ${formatNumber(count)} de plus`,
  },
  help: 'Tapez [[ pour les marqueurs et { pour les variables. Ctrl+Espace affiche des suggestions.',
  helpWithoutSlots: 'Tapez [[ pour les marqueurs. Ctrl+Espace affiche des suggestions.',
  preview: {
    label: 'Aperçu sur chaque canal',
    nothing: 'Écrivez quelque chose pour voir un aperçu ici.',
    left: 'Ce texte n’enverrait aucun message.',
    blocked: 'Non envoyé à la personne d’exemple, car une variable n’a pas de valeur.',
    lost: (count) =>
      formatCount(count, 'élément se présente autrement sur ce canal', 'éléments se présentent autrement sur ce canal'),
  },
  example: {
    firstName: 'Alex',
    lastName: 'Dupont',
    fullName: 'Alex Dupont',
    email: 'alex@example.com',
    phone: '+12025550143',
    company: 'Exemple SARL',
    other: (field) => `(${field})`,
  },
  loading: 'Chargement de l’éditeur',
}
