import type { strings as english } from '../en/agent-templates.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber } from './numbers.ts'

/** Formats a count with its noun, and none as nothing. */
const counted = (count: number, one: string, more: string): string => (count === 0 ? '' : formatCount(count, one, more))

export const strings: Translation<typeof english> = {
  templates: {
    lead: 'Agentes completos para empezar. Mira qué cambiaría una plantilla antes de aplicarla.',
    applied: 'Última aplicada',
    contents: 'Contenido',
    preview: 'Cambios en este agente',
    apply: 'Aplicar',
    applyTitle: (name) => `¿Aplicar ${name}?`,
    applyText:
      'Cada sección de la plantilla sustituye la del agente. Los secretos, las herramientas y la identidad no cambian.',
    done: (name) => `Se aplicó ${name}`,
    counts: {
      playbooks: (count) => counted(count, 'guion', 'guiones'),
      goals: (count) => counted(count, 'meta', 'metas'),
      guardrails: (count) => counted(count, 'grupo de salvaguardas', 'grupos de salvaguardas'),
    },
    kinds: {
      personality: 'Personalidad',
      playbooks: 'Guiones',
      objectives: 'Objetivos',
      guardrails: 'Salvaguardas',
      goals: 'Metas',
      instructions: 'Instrucciones permanentes',
      tools: 'Funciona bien con',
    },
  },
  updates: {
    lead: 'Los elementos del catálogo y sus versiones más recientes. Una actualización sustituye el texto del elemento.',
    none: 'No hay elementos del catálogo',
    noneText:
      'Aquí aparecen los elementos que añades desde una plantilla, con una actualización cuando el catálogo tiene una versión más reciente.',
    apply: (count) =>
      count <= 1 ? 'Aplicar la actualización elegida' : `Aplicar las ${formatNumber(count)} actualizaciones elegidas`,
    done: (count) => (count === 1 ? '1 actualización aplicada' : `${formatNumber(count)} actualizaciones aplicadas`),
    choose: (name) => `Elegir la actualización de ${name}`,
    compare: 'Comparar',
    compareNamed: (name) => `Comparar ${name}`,
    hide: 'Ocultar',
    hideNamed: (name) => `Ocultar ${name}`,
    kinds: { personality: 'Personalidad', objective: 'Objetivo', skill: 'Habilidad', playbook: 'Guion' },
    versions: (current, latest) =>
      latest === undefined || latest === current ? `versión ${current}` : `versión ${current}, la última es ${latest}`,
    waiting: 'Actualización disponible',
    current: 'Al día',
    missing: 'Ya no está en el catálogo',
  },
}
