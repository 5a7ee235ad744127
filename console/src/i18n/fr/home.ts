import type { strings as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

export const strings: Translation<typeof english> = {
  title: 'Accueil',
  lead: (agents) => formatCount(agents, 'agent', 'agents'),
  newAgent: 'Nouvel agent',
  frontDesk: {
    lead: 'Conversations, personnes et rendez-vous de vos agents.',
    waiting: 'En attente',
    mine: 'Les miennes',
    unread: 'Non lues',
    desk: 'Guichet',
    inbox: 'Boîte de réception',
    people: 'Personnes',
    appointments: 'Rendez-vous',
    noneTitle: 'Aucun agent pour l’instant',
    none: 'Un administrateur de votre organisation choisit les agents avec lesquels vous travaillez.',
  },
  agents: 'Agents',
  traffic: 'Trafic',
  number: formatNumber,
  card: {
    messages: 'Messages',
    goals: 'Objectifs atteints',
    tests: 'Dernière exécution des tests',
    lastMessage: 'Dernier message',
    noChannel: 'Aucun canal pour l’instant. Ajoutez-en un.',
    noRun: 'aucune',
    running: 'en cours',
    run: (passed, failed) =>
      failed === 0
        ? formatCount(passed, 'réussi', 'réussis')
        : `${formatCount(failed, 'échec', 'échecs')}, ${formatCount(passed, 'réussi', 'réussis')}`,
    channel: (name, status, isLab) => `${name} : ${statuses[status] ?? status}${isLab ? ', dans le labo' : ''}`,
    traffic: (count, days) => `${formatCount(count, 'message', 'messages')} en ${formatCount(days, 'jour', 'jours')}`,
  },
  insights: {
    measures: {
      sessions: 'Sessions',
      contained: 'Autonomes',
      unanswered: 'Sans réponse',
      goalsReached: 'Objectifs',
      handedOver: 'Transférées',
      cost: 'Coût',
    },
    none: '–',
    share: (share) => `${Math.round(share * 100)} %`,
    before: (value) => `avant : ${value}`,
    cost: (cost) =>
      cost
        ? new Intl.NumberFormat(language, { style: 'currency', currency: cost.currency }).format(cost.amount)
        : formatNumber(0),
    answer: (question, count, open) => {
      const short = question.length > 80 ? `${question.slice(0, 80)}…` : question
      const times = `${formatNumber(count)} fois`
      const others = open > 1 ? `. C’est la première de ${formatNumber(open)} questions ouvertes` : ''
      return `Répondez à « ${short} », question posée ${times}${others}.`
    },
    errors: (count) =>
      count === 1
        ? 'Examinez la session dans laquelle un échange a échoué.'
        : `Examinez les ${formatNumber(count)} échanges qui ont échoué.`,
    review: 'Il y a eu moins de sessions autonomes qu’avant : lisez les autres.',
    notContained: (count) =>
      count === 1
        ? 'Lisez la session qui n’était pas autonome.'
        : `Lisez les ${formatNumber(count)} sessions qui n’étaient pas autonomes.`,
    nothing: 'Rien à faire : chaque question a reçu une réponse.',
  },
  attention: {
    title: 'À traiter',
    none: 'Rien à traiter.',
    more: (count) => `Afficher ${formatNumber(count)} de plus`,
    fewer: 'Afficher moins',
    severities: { error: 'Erreur', warning: 'Avertissement', info: 'Remarque' },
  },
  start: {
    title: (agent) => `Préparer ${agent}`,
    progress: (done, all) => `${formatNumber(done)} sur ${formatNumber(all)}`,
    list: 'Premiers pas',
    done: 'Fait',
    todo: 'À faire',
    hide: 'Masquer',
    show: (agent) => `Afficher les premiers pas pour ${agent}`,
    emulator: 'Ouvrir l’émulateur',
    lab: 'Ouvrir le labo de téléphones',
    identity: {
      title: 'Indiquez au nom de qui il parle',
      todo: 'Ajoutez un e-mail, un numéro de téléphone ou un site web, pour que l’agent puisse dire comment vous joindre.',
      done: 'L’agent sait comment on peut vous joindre.',
      action: 'Modifier l’identité',
    },
    knowledge: {
      title: 'Donnez-lui des connaissances',
      todo: 'Ajoutez des questions-réponses, des fiches ou une source. L’agent s’en sert pour répondre.',
      done: (facts, things, sources) =>
        [
          formatCount(facts, 'question-réponse', 'questions-réponses'),
          ...(things > 0 ? [formatCount(things, 'fiche', 'fiches')] : []),
          ...(sources > 0 ? [formatCount(sources, 'source', 'sources')] : []),
        ].join(', '),
      action: 'Ajouter une question-réponse',
    },
    trial: {
      title: 'Essayez-le',
      todo: 'Écrivez à l’agent comme le ferait une personne. Rien n’est envoyé à qui que ce soit.',
      done: 'Quelqu’un lui a déjà parlé.',
      action: 'Essayer',
    },
    channel: {
      title: 'Connectez un canal',
      todo: 'Placez le chat web sur votre site, ou connectez votre compte chez un fournisseur.',
      lab: (names) =>
        names.length === 1
          ? `${names.join(', ')} fonctionne dans le labo et n’atteint aucun vrai téléphone. Placez le chat web sur votre site, ou connectez votre compte chez un fournisseur.`
          : `${names.join(', ')} fonctionnent dans le labo et n’atteignent aucun vrai téléphone. Placez le chat web sur votre site, ou connectez votre compte chez un fournisseur.`,
      done: (names) => `On peut vous écrire par ${names.join(', ')}.`,
      action: 'Connecter un canal',
    },
    publish: {
      title: 'Publiez',
      earlier: 'Terminez d’abord les étapes ci-dessus.',
      draft: (name, changes) =>
        `Le brouillon « ${name} » contient ${formatCount(changes, 'modification qui n’est pas encore en ligne', 'modifications qui ne sont pas encore en ligne')}.`,
      review: 'Relire et publier',
      lint: (errors) => `Le contrôle a trouvé ${formatCount(errors, 'erreur', 'erreurs')}.`,
      fix: 'Voir quoi corriger',
      samples: 'Retirez d’abord les données d’exemple : on les prendrait pour vraies.',
      done: 'Tout ce que vous avez créé est en ligne.',
    },
    model: {
      answers: (name) => `${name} répond.`,
      embedded: 'Le modèle intégré répond.',
      embeddedText:
        'Il donne des réponses simples à partir de vos questions-réponses et de vos connaissances, sans modèle d’IA.',
      connect: 'Connecter un modèle',
      change: 'Modifier',
    },
    sample: {
      add: 'Ajouter des données d’exemple',
      addText: 'Quatre questions-réponses et trois personnes, pour essayer. Vous pouvez les retirer à tout moment.',
      added: 'Données d’exemple ajoutées',
      remove: 'Retirer les données d’exemple',
      removeTitle: 'Retirer les données d’exemple ?',
      removeText: 'Les questions-réponses et les personnes d’exemple sont supprimées. Rien d’autre ne l’est.',
      removed: 'Données d’exemple retirées',
      agent: 'Ceci est un agent d’exemple. Vous pouvez tout y modifier, ou le supprimer.',
      removeAgent: 'Supprimer l’agent d’exemple',
      facts: [
        { id: 'hours', question: 'Quels sont vos horaires ?', answer: 'Du lundi au vendredi, de 9 h à 17 h.' },
        { id: 'place', question: 'Où êtes-vous ?', answer: '12, rue de l’Exemple, Lyon.' },
        { id: 'price', question: 'Combien coûte une visite ?', answer: 'La première visite coûte 40 euros.' },
        { id: 'cancel', question: 'Puis-je annuler ?', answer: 'Oui, sans frais jusqu’à la veille.' },
      ],
      people: [
        { firstName: 'Alex', lastName: 'Exemple' },
        { firstName: 'Camille', lastName: 'Exemple' },
        { firstName: 'Robin', lastName: 'Exemple' },
      ],
    },
  },
  first: {
    title: 'Bienvenue dans Parley',
    lead: 'Un agent répond aux personnes sur leurs canaux habituels, prend des rendez-vous et engage la conversation. Vous n’avez pas encore d’agent.',
    steps: {
      make: {
        title: '1. Créez un agent',
        text: 'Partez d’un modèle pour votre secteur, ou d’un agent vide. Vous pourrez tout modifier plus tard.',
      },
      teach: {
        title: '2. Donnez-lui des connaissances',
        text: 'Écrivez ce qu’il doit savoir et comment il doit se comporter, puis essayez-le dans l’émulateur avant tout le monde.',
      },
      connect: {
        title: '3. Connectez un canal',
        text: 'Le chat web est prêt tout de suite. Les SMS et les autres canaux demandent un compte chez un fournisseur.',
      },
    },
    make: 'Créer votre premier agent',
    guide: 'Lire le guide de démarrage',
    editorsOnly: 'Les éditeurs et les administrateurs de votre organisation peuvent créer le premier agent.',
  },
}

const statuses: Record<string, string> = {
  Active: 'actif',
  ActionRequired: 'action requise',
  Failed: 'échec',
  Provisioning: 'mise en place en cours',
  Requested: 'demandé',
  Disabled: 'désactivé',
}
