import type { strings as english } from '../en/history.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  lead: 'Chaque modification de la configuration crée une version. Comparez-en une à la version en ligne, ou restaurez-la comme nouvelle version.',
  named: (version) => `Version ${version}`,
  live: 'En ligne',
  compare: 'Comparer',
  compareVersion: (version) => `Comparer la version ${version} à la version en ligne`,
  restore: 'Restaurer',
  restoreVersion: (version) => `Restaurer la version ${version}`,
  restoreTitle: (version) => `Restaurer la version ${version} ?`,
  restoreText:
    'La configuration en ligne redevient ce qu’elle était alors, comme nouvelle version, et répond aussitôt aux personnes. Les secrets et les liaisons d’outils ne changent pas.',
  restored: (version, made) => `La version ${version} est de nouveau en ligne, comme version ${made}`,
  restoredFrom: (version) => `Restaurée à partir de la version ${version}`,
  changesSince: (version) => `Modifications depuis la version ${version}`,
  noChanges: 'Aucune différence avec la version en ligne.',
  label: 'Libellé',
  labelVersion: (version) => `Donner un libellé à la version ${version}`,
  labelTitle: (version) => `Libellé de la version ${version}`,
  labelHint: 'Une version avec un libellé n’est jamais supprimée. Laissez vide pour retirer le libellé.',
  labelOk: 'Enregistrer',
  cancel: 'Annuler',
  draft: 'Créer un brouillon',
  draftFrom: (version) => `Créer un brouillon à partir de la version ${version}`,
  more: 'Afficher plus',
}
