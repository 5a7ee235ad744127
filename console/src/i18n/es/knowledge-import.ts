import type { strings as english } from '../en/knowledge-import.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber } from './numbers.ts'

const facts = (count: number): string => formatCount(count, 'dato', 'datos')

const rows = (count: number): string => formatCount(count, 'fila', 'filas')

export const strings: Translation<typeof english> = {
  csv: {
    kind: 'Qué importar',
    title: 'Importar fichas',
    lead: 'Importa una hoja de cálculo guardada como CSV, con una fila de encabezados. No se guarda nada hasta que confirmes.',
    back: 'Volver a las fichas',
    drop: 'Suelta aquí un archivo CSV',
    dropText: 'o elige uno. Hasta 5 MB.',
    choose: 'Elegir archivo CSV',
    rejected: 'Elige un archivo CSV de hasta 5 MB.',
    unreadable: (why) => `No se pudo leer el archivo: ${why}`,
    none: 'El archivo tiene una fila de encabezados, pero ninguna fila con contenido.',
    another: 'Elegir otro archivo',
    file: (name, count) => `${name}, ${rows(count)}`,
    mapping: 'Asignar columnas',
    mappingText:
      'Corrige las asignaciones que no sean correctas. Las columnas que se importan como detalle conservan su encabezado como nombre del detalle. Separa varias colecciones con una coma, ; o |.',
    column: 'Columna',
    example: 'Primer valor',
    becomes: 'Campo',
    becomesOf: (column) => `Campo para la columna ${column}`,
    targets: {
      skip: 'Omitir',
      name: 'Nombre',
      id: 'ID',
      description: 'Descripción',
      imageUrl: 'URL de la imagen',
      productPageUrl: 'Página del producto',
      collections: 'Colecciones',
      address: 'Dirección',
      latitude: 'Latitud',
      longitude: 'Longitud',
      metadata: 'Detalle',
    },
    existing: 'Si ya existe una ficha con el mismo ID',
    update: 'Actualizarla con el archivo',
    keep: 'Dejarla como está',
    preview: 'Vista previa',
    previewText: (rowCount, all) =>
      rowCount === 1 ? `La primera de ${rows(all)}.` : `Las primeras ${formatNumber(rowCount)} de ${rows(all)}.`,
    line: 'Línea',
    result: 'Resultado',
    new: 'Nueva',
    twin: 'Nueva, mismo nombre',
    twins: (count) =>
      count === 1
        ? 'Una fila no tiene ID y ya existe una ficha con su nombre. La importación crea un duplicado. Para actualizar la ficha existente, añade su ID a la fila.'
        : `${formatNumber(count)} filas no tienen ID y ya existen fichas con sus nombres. La importación crea duplicados. Para actualizar las fichas existentes, añade sus ID a las filas.`,
    changed: 'Actualizada',
    unchanged: 'Sin cambios',
    wrong: 'Error',
    problems: 'Problemas',
    summary: (made, changed, wrong) =>
      `${formatCount(made, 'nueva', 'nuevas')}, ${formatCount(changed, 'actualizada', 'actualizadas')}, ${formatNumber(wrong)} con problemas`,
    leaveOut: (count) => `Omitir ${rows(count)} con problemas`,
    import: (count) => `Importar ${rows(count)}`,
    refused: 'La importación falló. No cambió nada.',
    done: (made, changed) =>
      `Importación terminada: ${formatCount(made, 'nueva', 'nuevas')}, ${formatCount(changed, 'actualizada', 'actualizadas')}.`,
    undo: 'Deshacer importación',
    undone: 'Importación deshecha',
    notUndone: 'Las fichas cambiaron después de la importación, así que no se deshizo',
    see: 'Ver fichas',
    more: (count) => `y ${formatCount(count, 'fila más', 'filas más')} con problemas`,
    faults: {
      required: 'es obligatorio',
      notUrl: 'no es una URL válida',
      twice: 'aparece dos veces en este archivo',
      notNumber: 'no es un número',
      outOfRange: 'está fuera de rango',
      unpaired: 'falta: escribe tanto la latitud como la longitud',
      tooLong: (most) => `tiene más de ${formatNumber(most)} caracteres`,
      unknownCollection: (name) => `La colección ${name} no existe. Créala primero.`,
    },
  },
  factCsv: {
    title: 'Importar datos',
    lead: 'Importa preguntas y respuestas de una hoja de cálculo guardada como CSV, con una fila de encabezados. No se guarda nada hasta que confirmes.',
    back: 'Volver a los datos',
    drop: 'Suelta aquí un archivo CSV',
    dropText: 'o elige uno. Hasta 16 MB y 10.000 filas. Columnas: question, answer, alternates (separadas con |), id.',
    choose: 'Elegir archivo CSV',
    rejected: 'Elige un archivo CSV de hasta 16 MB.',
    another: 'Elegir otro archivo',
    checking: 'Comprobando el archivo',
    refused: 'No se puede leer el archivo',
    unknown: 'Columnas desconocidas',
    unknownText: 'Elige un campo para cada una de estas columnas, u omítela.',
    column: 'Columna',
    why: 'Problema',
    field: 'Campo',
    fieldOf: (column) => `Campo para la columna ${column}`,
    choice: 'Elige un campo',
    skip: 'Omitir',
    existing: 'Si ya existe un dato con el mismo ID o la misma pregunta',
    policies: { update: 'Actualizarlo con el archivo', skip: 'Dejarlo como está' },
    preview: 'Vista previa',
    previewText: (shown, all) =>
      shown === 1 ? `El primero de ${facts(all)}.` : `Los primeros ${formatNumber(shown)} de ${facts(all)}.`,
    problems: 'Problemas',
    line: (line) => `Línea ${formatNumber(line)}`,
    more: (count) => `y ${formatCount(count, 'fila más', 'filas más')} con problemas`,
    summary: (made, changed, same, failed) =>
      `${formatCount(made, 'nuevo', 'nuevos')}, ${formatCount(changed, 'actualizado', 'actualizados')}, ${formatNumber(same)} sin cambios, ${formatNumber(failed)} con problemas`,
    leaveOut: (count) => `Omitir ${rows(count)} con problemas`,
    import: (count) => `Importar ${facts(count)}`,
    done: (made, changed) =>
      `Importación terminada: ${formatCount(made, 'nuevo', 'nuevos')}, ${formatCount(changed, 'actualizado', 'actualizados')}.`,
    see: 'Ver datos',
    undo: 'Deshacer importación',
    undone: 'Importación deshecha',
    notUndone: 'Los datos cambiaron después de la importación, así que no se deshizo',
  },
}
