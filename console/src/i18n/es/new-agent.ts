import type { strings as english } from '../en/new-agent.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  title: 'Nuevo agente',
  lead: 'Dale un nombre al agente y elige un punto de partida. Después puedes cambiarlo todo.',
  editorsOnly: 'Solo los editores pueden crear agentes. Pide el rol de editor a un administrador.',
  name: 'Nombre',
  nameHelp: 'La empresa o el servicio que representa el agente. Las personas pueden verlo.',
  start: 'Empezar con',
  empty: 'Agente vacío',
  emptyText: 'Un guion sencillo que saluda y responde con el conocimiento que añadas.',
  loading: 'Cargando plantillas',
  contents: (name) => `Contenido de ${name}`,
  create: 'Crear agente',
  created: (name) => `Se creó ${name}`,
}
