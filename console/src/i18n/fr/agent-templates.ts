import type { strings as english } from '../en/agent-templates.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber } from './numbers.ts'

/** Formats a count for a list that leaves out what is not there. */
const counted = (count: number, one: string, more: string): string => (count === 0 ? '' : formatCount(count, one, more))

export const strings: Translation<typeof english> = {
  templates: {
    lead: 'Des agents complets comme point de départ. Avant d’appliquer un modèle, voyez ce qu’il modifierait.',
    applied: 'Dernier appliqué',
    contents: 'Contenu',
    preview: 'Modifications de cet agent',
    apply: 'Appliquer',
    applyTitle: (name) => `Appliquer ${name} ?`,
    applyText:
      'Chaque section du modèle remplace celle de l’agent. Les secrets, les outils et l’identité ne changent pas.',
    done: (name) => `Modèle appliqué : ${name}`,
    counts: {
      playbooks: (count) => counted(count, 'scénario', 'scénarios'),
      goals: (count) => counted(count, 'objectif', 'objectifs'),
      guardrails: (count) => counted(count, 'jeu de garde-fous', 'jeux de garde-fous'),
    },
    kinds: {
      personality: 'Personnalité',
      playbooks: 'Scénarios',
      objectives: 'Missions',
      guardrails: 'Garde-fous',
      goals: 'Objectifs',
      instructions: 'Consignes permanentes',
      tools: 'Fonctionne bien avec',
    },
  },
  updates: {
    lead: 'Les éléments du catalogue et leurs nouvelles versions. Une mise à jour remplace le texte de l’élément.',
    none: 'Aucun élément du catalogue',
    noneText:
      'Les éléments que vous ajoutez à partir d’un modèle apparaissent ici, avec une mise à jour quand le catalogue en a une version plus récente.',
    apply: (count) =>
      count <= 1 ? 'Appliquer la mise à jour choisie' : `Appliquer les ${formatNumber(count)} mises à jour choisies`,
    done: (count) => formatCount(count, 'mise à jour appliquée', 'mises à jour appliquées'),
    choose: (name) => `Choisir la mise à jour : ${name}`,
    compare: 'Comparer',
    compareNamed: (name) => `Comparer ${name}`,
    hide: 'Masquer',
    hideNamed: (name) => `Masquer ${name}`,
    kinds: { personality: 'Personnalité', objective: 'Mission', skill: 'Compétence', playbook: 'Scénario' },
    versions: (current, latest) =>
      latest === undefined || latest === current ? `version ${current}` : `version ${current}, dernière ${latest}`,
    waiting: 'Mise à jour disponible',
    current: 'À jour',
    missing: 'N’est plus dans le catalogue',
  },
}
