import type { strings as english } from '../en/knowledge-import.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber } from './numbers.ts'

const facts = (count: number): string => formatCount(count, 'question-réponse', 'questions-réponses')

const rows = (count: number): string => formatCount(count, 'ligne', 'lignes')

const added = (count: number): string => formatCount(count, 'nouvelle', 'nouvelles')

const updated = (count: number): string => formatCount(count, 'mise à jour', 'mises à jour')

const broken = (count: number): string => formatCount(count, 'avec un problème', 'avec des problèmes')

export const strings: Translation<typeof english> = {
  csv: {
    kind: 'Que voulez-vous importer ?',
    title: 'Importer des fiches',
    lead: 'Importez un tableau enregistré en CSV, avec une ligne d’en-tête. Rien n’est enregistré avant votre confirmation.',
    back: 'Retour aux fiches',
    drop: 'Déposez un fichier CSV ici',
    dropText: 'ou choisissez-en un. Jusqu’à 5 Mo.',
    choose: 'Choisir un fichier CSV',
    rejected: 'Choisissez un fichier CSV de 5 Mo au plus.',
    unreadable: (why) => `Impossible de lire le fichier : ${why}`,
    none: 'Le fichier a une ligne d’en-tête, mais aucune donnée.',
    another: 'Choisir un autre fichier',
    file: (name, count) => `${name}, ${rows(count)}`,
    mapping: 'Associer les colonnes',
    mappingText:
      'Corrigez ce qui a été mal deviné. Une colonne importée comme détail garde son titre comme nom du détail. Séparez plusieurs collections par une virgule, ; ou |.',
    column: 'Colonne',
    example: 'Première valeur',
    becomes: 'Champ',
    becomesOf: (column) => `Champ pour la colonne ${column}`,
    targets: {
      skip: 'Ignorer',
      name: 'Nom',
      id: 'ID',
      description: 'Description',
      imageUrl: 'URL de l’image',
      productPageUrl: 'Page du produit',
      collections: 'Collections',
      address: 'Adresse',
      latitude: 'Latitude',
      longitude: 'Longitude',
      metadata: 'Détail',
    },
    existing: 'Si une fiche avec le même ID existe',
    update: 'La mettre à jour avec le fichier',
    keep: 'La garder telle quelle',
    preview: 'Aperçu',
    previewText: (rowCount, all) => `Début du fichier : ${formatNumber(rowCount)} sur ${rows(all)}.`,
    line: 'Ligne',
    result: 'Résultat',
    new: 'Nouvelle',
    twin: 'Nouvelle, même nom',
    twins: (count) =>
      count === 1
        ? 'Une ligne n’a pas d’ID, et une fiche du même nom existe déjà. L’import crée un doublon. Pour mettre à jour la fiche existante, ajoutez son ID à la ligne.'
        : `${formatNumber(count)} lignes n’ont pas d’ID, et des fiches des mêmes noms existent déjà. L’import crée des doublons. Pour mettre à jour les fiches existantes, ajoutez leurs ID aux lignes.`,
    changed: 'Mise à jour',
    unchanged: 'Inchangée',
    wrong: 'Erreur',
    problems: 'Problèmes',
    summary: (made, changed, wrong) => `${added(made)}, ${updated(changed)}, ${broken(wrong)}`,
    leaveOut: (count) => `Ignorer ${formatCount(count, 'ligne avec un problème', 'lignes avec des problèmes')}`,
    import: (count) => `Importer ${rows(count)}`,
    refused: 'L’import a échoué. Rien n’a été modifié.',
    done: (made, changed) => `Import terminé : ${added(made)}, ${updated(changed)}.`,
    undo: 'Annuler l’import',
    undone: 'Import annulé',
    notUndone: 'Les fiches ont été modifiées depuis l’import, qui n’a donc pas été annulé',
    see: 'Voir les fiches',
    more: (count) => `et ${formatCount(count, 'autre ligne', 'autres lignes')} avec des problèmes`,
    faults: {
      required: 'est obligatoire',
      notUrl: 'n’est pas une URL valide',
      twice: 'apparaît deux fois dans ce fichier',
      notNumber: 'n’est pas un nombre',
      outOfRange: 'est hors limites',
      unpaired: 'manque : saisissez la latitude et la longitude',
      tooLong: (most) => `dépasse ${formatNumber(most)} caractères`,
      unknownCollection: (name) => `La collection ${name} n’existe pas. Créez-la d’abord.`,
    },
  },
  factCsv: {
    title: 'Importer des questions-réponses',
    lead: 'Importez des questions et des réponses d’un tableau enregistré en CSV, avec une ligne d’en-tête. Rien n’est enregistré avant votre confirmation.',
    back: 'Retour aux questions-réponses',
    drop: 'Déposez un fichier CSV ici',
    dropText:
      'ou choisissez-en un. Jusqu’à 16 Mo et 10 000 lignes. Colonnes : question, answer, alternates (séparées par |), id.',
    choose: 'Choisir un fichier CSV',
    rejected: 'Choisissez un fichier CSV de 16 Mo au plus.',
    another: 'Choisir un autre fichier',
    checking: 'Vérification du fichier',
    refused: 'Impossible de lire le fichier',
    unknown: 'Colonnes inconnues',
    unknownText: 'Choisissez un champ pour chacune de ces colonnes, ou ignorez-la.',
    column: 'Colonne',
    why: 'Problème',
    field: 'Champ',
    fieldOf: (column) => `Champ pour la colonne ${column}`,
    choice: 'Choisir un champ',
    skip: 'Ignorer',
    existing: 'Si une question-réponse avec le même ID ou la même question existe',
    policies: { update: 'La mettre à jour avec le fichier', skip: 'La garder telle quelle' },
    preview: 'Aperçu',
    previewText: (shown, all) => `Début du fichier : ${formatNumber(shown)} sur ${facts(all)}.`,
    problems: 'Problèmes',
    line: (line) => `Ligne ${formatNumber(line)}`,
    more: (count) => `et ${formatCount(count, 'autre ligne', 'autres lignes')} avec des problèmes`,
    summary: (made, changed, same, failed) =>
      `${added(made)}, ${updated(changed)}, ${formatCount(same, 'inchangée', 'inchangées')}, ${broken(failed)}`,
    leaveOut: (count) => `Ignorer ${formatCount(count, 'ligne avec un problème', 'lignes avec des problèmes')}`,
    import: (count) => `Importer ${facts(count)}`,
    done: (made, changed) => `Import terminé : ${added(made)}, ${updated(changed)}.`,
    see: 'Voir les questions-réponses',
    undo: 'Annuler l’import',
    undone: 'Import annulé',
    notUndone: 'Les questions-réponses ont été modifiées depuis l’import, qui n’a donc pas été annulé',
  },
}
