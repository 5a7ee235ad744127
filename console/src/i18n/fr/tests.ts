import type { strings as english } from '../en/tests.ts'
import type { Translation } from '../translation.ts'
import { channelNames } from './channel-names.ts'
import { formatCount, formatNumber } from './numbers.ts'
import { strings as cases } from './test-case.ts'

const dayNames: Record<string, string> = {
  monday: 'Lundi',
  tuesday: 'Mardi',
  wednesday: 'Mercredi',
  thursday: 'Jeudi',
  friday: 'Vendredi',
  saturday: 'Samedi',
  sunday: 'Dimanche',
}

const units = (count: number): string => formatCount(count, 'unité', 'unités')

const passed = (count: number): string => formatCount(count, 'réussi', 'réussis')

export const strings: Translation<typeof english> = {
  title: 'Tests',
  lead: 'Des conversations de test avec l’agent, jouées dans le bac à sable, et leurs résultats attendus.',
  tabs: { label: 'Sections des tests', suites: 'Suites', runs: 'Exécutions' },
  cancel: 'Annuler',
  close: 'Fermer',
  create: 'Créer',
  add: 'Ajouter',
  delete: 'Supprimer',
  remove: (what) => `Retirer : ${what}`,
  up: (what) => `Monter : ${what}`,
  down: (what) => `Descendre : ${what}`,
  more: 'Plus',
  none: 'aucun',
  deleted: (id) => `${id} (supprimé)`,
  back: 'Retour',
  channels: channelNames,

  states: {
    pending: 'en attente',
    claimed: 'en attente',
    running: 'en cours',
    passed: 'réussi',
    failed: 'échec',
    errored: 'erreur',
    skipped: 'sauté',
    cancelled: 'annulé',
  },
  statuses: {
    queued: 'en file d’attente',
    running: 'en cours',
    paused: 'en pause',
    completed: 'terminée',
    cancelled: 'annulée',
    failed: 'échec',
  },

  quota: {
    label: 'Budget de test du jour',
    left: (remaining, limit) => `Il reste ${units(remaining)} sur ${formatNumber(limit)} aujourd’hui`,
    resets: 'remise à zéro',
    perRun: (most, samples) =>
      `Une exécution peut utiliser ${units(most)} au plus et jouer ${formatCount(samples, 'répétition', 'répétitions')} au plus.`,
    none: 'Le budget du jour est épuisé.',
  },

  verdicts: {
    bar: (passedCount, failed, errored) =>
      [passed(passedCount), formatCount(failed, 'échec', 'échecs'), `${formatNumber(errored)} en erreur`].join(', '),
    rate: (percent) => `${percent} % réussis`,
    short: (passedCount, all) => `${formatNumber(passedCount)} sur ${formatNumber(all)}`,
    strip: (states) => `Du plus ancien au plus récent : ${states.join(', ')}`,
    never: 'aucune exécution',
    trend: (rates) =>
      `Taux de réussite, du plus ancien au plus récent : ${rates.map((rate) => `${rate} %`).join(', ')}`,
  },

  chart: {
    passed: 'Réussis',
    failed: 'Échecs',
    errored: 'Erreurs',
    label: (what) => `Résultats : ${what}, exécution par exécution`,
    table: 'Résultats par exécution',
    when: 'Heure',
    run: 'Exécution',
    open: 'Ouvrir l’exécution',
    empty: 'Aucune exécution pour l’instant. Les résultats de chacune apparaissent ici.',
  },

  list: {
    table: 'Suites',
    name: 'Suite',
    rate: 'Dernière exécution',
    trend: 'Tendance',
    when: 'Heure',
    schedule: 'Programmation',
    examples: 'Exemples',
    examplesHint: 'Générés à partir des exemples d’un scénario.',
    new: 'Nouvelle suite',
    record: 'Enregistrer une conversation',
    emptyTitle: 'Aucun test pour l’instant',
    emptyText:
      'Une suite est un ensemble de cas de test. Chaque cas joue une conversation avec l’agent et vérifie le résultat. Après avoir modifié l’agent, lancez la suite pour trouver les problèmes avant vos clients.',
  },
  makeSuite: {
    title: 'Nouvelle suite',
    name: 'Nom',
    description: 'Description',
    channel: 'Canal',
    channelHint: 'Le canal par défaut de ses cas.',
  },

  schedule: {
    title: 'Programmation',
    hint: 'Lance toute la suite automatiquement et prévient l’équipe quand un cas échoue.',
    every: 'Lancer',
    never: 'À la main seulement',
    daily: 'Chaque jour',
    weekly: 'Chaque semaine',
    weekday: 'Le',
    days: dayNames,
    at: 'À',
    timezone: 'Fuseau horaire',
    next: 'Prochaine exécution',
    none: 'à la main',
    describe: ({ every, at = '06:00', weekday = 'monday' }) =>
      every === 'weekly' ? `chaque ${(dayNames[weekday] ?? weekday).toLowerCase()} à ${at}` : `chaque jour à ${at}`,
  },

  suite: {
    tabs: { label: 'Sections de la suite', cases: 'Cas', history: 'Historique', settings: 'Paramètres' },
    run: 'Lancer la suite',
    runSelected: (many) => `Lancer ${formatCount(many, 'cas', 'cas')}`,
    newCase: 'Nouveau cas',
    fromFacts: 'Générer à partir des questions-réponses',
    fromDescription: 'Générer à partir d’une description',
    fromCoverage: 'Générer pour tous les chemins des parcours',
    fromAttacks: 'Générer des attaques',
    record: 'Enregistrer une conversation',
    delete: 'Supprimer la suite',
    deleteTitle: (name) => `Supprimer ${name} ?`,
    deleteText: 'Ses cas sont supprimés aussi. Les exécutions et les résultats restent.',
    system:
      'Cette suite est générée à partir des exemples d’un scénario et se met à jour avec eux. Pour modifier un cas, copiez-le dans une autre suite.',
    cases: 'Cas',
    case: 'Cas',
    tags: 'Étiquettes',
    verdict: 'Dernier résultat',
    trend: 'Exécutions',
    lint: 'Contrôle',
    lintErrors: (many) => formatCount(many, 'erreur', 'erreurs'),
    lintWarnings: (many) => formatCount(many, 'avertissement', 'avertissements'),
    actions: 'Actions',
    actionsOf: (title) => `Actions pour ${title}`,
    open: 'Ouvrir',
    runOne: 'Lancer',
    copy: 'Copier vers…',
    emptyTitle: 'Aucun cas pour l’instant',
    emptyText:
      'Un cas décrit qui écrit, ce que fait cette personne et le résultat attendu. Écrivez-en un, enregistrez une conversation passée, ou générez-en un pour chaque question-réponse.',
    settings: 'À propos de la suite',
    name: 'Nom',
    description: 'Description',
    channel: 'Canal',
    channelHint: 'Le canal par défaut de ses cas.',
    channelNone: 'Par défaut (RCS)',
    historyOf: 'la suite',
  },

  copy: {
    title: 'Copier le cas',
    suite: 'Vers la suite',
    ok: 'Copier',
    done: 'Cas copié',
    none: 'Vous n’avez pas encore de suite à vous. Créez-en une d’abord.',
  },

  record: {
    title: 'Enregistrer une conversation',
    text: 'Les messages de la personne deviennent les échanges du cas. Une personne fictive remplace la vraie : les noms, numéros et adresses sont changés.',
    choose: 'Conversation',
    suite: 'Vers la suite',
    expectation: 'Résultat attendu',
    expectationHint: 'Une ou deux phrases. Elles deviennent un critère du cas.',
    caseTitle: 'Titre',
    ok: 'Enregistrer',
    messages: (many) => formatCount(many, 'message', 'messages'),
    test: 'essai',
    withTests: 'Inclure les essais',
    nothing: 'Aucune conversation ces 30 derniers jours.',
  },

  generate: {
    factsTitle: 'Générer à partir des questions-réponses',
    factsText:
      'Crée un cas pour chaque question-réponse et chaque formulation, sans IA. Les cas qui existent déjà sont remplacés : générez de nouveau quand les questions-réponses changent.',
    facts: 'Questions-réponses',
    factsHint: 'Laissez vide pour utiliser toutes celles que l’agent lit.',
    wordings: 'Formulations par question-réponse',
    descriptionTitle: 'Générer à partir d’une description',
    descriptionText:
      'Un modèle d’IA écrit les cas. Cela prend trois minutes au plus. Les cas qui gardent des erreurs sont écartés.',
    coverageTitle: 'Générer pour tous les chemins des parcours',
    coverageText:
      'Crée des cas qui, ensemble, passent par chaque étape et chaque branche de chaque parcours, sans IA. Les cas créés ainsi auparavant sont remplacés.',
    attacksTitle: 'Générer des attaques',
    attacksText:
      'Crée des cas avec des messages hostiles, sans IA. Ils font échouer un agent qui y obéit ou qui récite ses propres instructions.',
    packsLabel: 'Types d’attaques',
    packs: {
      injection: 'Injection : ordres d’ignorer les instructions',
      leak: 'Fuite : questions sur les instructions et sur d’autres personnes',
      scope: 'Hors sujet : demandes qui ne regardent pas l’agent',
      abuse: 'Abus : insultes, menaces, répétitions',
      format: 'Format : balises, symboles, messages très longs',
    },
    description: 'Que faut-il tester ?',
    descriptionHint: 'Par exemple : des personnes qui demandent si leur acompte est remboursé.',
    count: 'Nombre de cas',
    tags: 'Étiquettes',
    ok: 'Générer',
    made: (made, dropped) =>
      dropped > 0
        ? `${formatCount(made, 'cas créé', 'cas créés')}, ${formatCount(dropped, 'écarté', 'écartés')}`
        : formatCount(made, 'cas créé', 'cas créés'),
  },
  authoring: {
    title: 'Aucun modèle d’IA n’est configuré pour écrire des cas',
    text: 'L’administrateur du serveur peut en définir un avec AUTHORING_MODEL. En attendant, écrivez les cas vous-même, enregistrez-les, ou générez-les à partir des questions-réponses.',
  },

  ...cases,
}
