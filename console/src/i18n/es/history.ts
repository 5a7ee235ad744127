import type { strings as english } from '../en/history.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  lead: 'Cada cambio de la configuración crea una versión. Compara una versión con la publicada, o restáurala como versión nueva.',
  named: (version) => `Versión ${version}`,
  live: 'Publicada',
  compare: 'Comparar',
  compareVersion: (version) => `Comparar la versión ${version} con la publicada`,
  restore: 'Restaurar',
  restoreVersion: (version) => `Restaurar la versión ${version}`,
  restoreTitle: (version) => `¿Restaurar la versión ${version}?`,
  restoreText:
    'Su contenido se publica como una versión nueva y el agente responde con ella de inmediato. Los secretos y las herramientas vinculadas no cambian.',
  restored: (version, made) => `La versión ${version} vuelve a estar publicada, como versión ${made}`,
  restoredFrom: (version) => `Restaurada de la versión ${version}`,
  changesSince: (version) => `Cambios desde la versión ${version}`,
  noChanges: 'No hay diferencias con la versión publicada.',
  label: 'Etiqueta',
  labelVersion: (version) => `Etiquetar la versión ${version}`,
  labelTitle: (version) => `Etiqueta de la versión ${version}`,
  labelHint: 'Una versión con etiqueta nunca se elimina. Deja el campo vacío para quitar la etiqueta.',
  labelOk: 'Guardar',
  cancel: 'Cancelar',
  draft: 'Crear borrador',
  draftFrom: (version) => `Crear borrador a partir de la versión ${version}`,
  more: 'Mostrar más',
}
