import type { strings as english } from '../en/new-agent.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  title: 'Nouvel agent',
  lead: 'Donnez à l’agent un nom et un point de départ. Vous pourrez tout modifier plus tard.',
  editorsOnly: 'Seuls les éditeurs peuvent créer des agents. Demandez le rôle d’éditeur à un administrateur.',
  name: 'Nom',
  nameHelp: 'L’entreprise ou le service au nom duquel l’agent parle. Ce nom peut être visible par les personnes.',
  start: 'Partir de',
  empty: 'Agent vide',
  emptyText:
    'Un seul scénario simple, qui accueille les personnes et répond à partir des connaissances que vous ajoutez.',
  loading: 'Chargement des modèles',
  contents: (name) => `Contenu : ${name}`,
  create: 'Créer l’agent',
  created: (name) => `Agent créé : ${name}`,
}
