import type { strings as english } from '../en/tests.ts'
import type { Translation } from '../translation.ts'
import { channelNames } from './channel-names.ts'
import { formatCount, formatNumber } from './numbers.ts'
import { strings as cases } from './test-case.ts'

const dayNames: Record<string, string> = {
  monday: 'Lunes',
  tuesday: 'Martes',
  wednesday: 'Miércoles',
  thursday: 'Jueves',
  friday: 'Viernes',
  saturday: 'Sábado',
  sunday: 'Domingo',
}

const everyDay: Record<string, string> = {
  monday: 'los lunes',
  tuesday: 'los martes',
  wednesday: 'los miércoles',
  thursday: 'los jueves',
  friday: 'los viernes',
  saturday: 'los sábados',
  sunday: 'los domingos',
}

const countCases = (count: number): string => formatCount(count, 'caso', 'casos')

const countUnits = (count: number): string => formatCount(count, 'unidad', 'unidades')

export const strings: Translation<typeof english> = {
  title: 'Pruebas',
  lead: 'Conversaciones de prueba con el agente, ejecutadas en el entorno de prueba, y sus resultados esperados.',
  tabs: { label: 'Secciones de las pruebas', suites: 'Conjuntos', runs: 'Ejecuciones' },
  cancel: 'Cancelar',
  close: 'Cerrar',
  create: 'Crear',
  add: 'Añadir',
  delete: 'Eliminar',
  remove: (what) => `Quitar ${what}`,
  up: (what) => `Subir ${what}`,
  down: (what) => `Bajar ${what}`,
  more: 'Más',
  none: 'ninguno',
  deleted: (id) => `${id} (eliminado)`,
  back: 'Atrás',
  channels: channelNames as Record<string, string>,

  states: {
    pending: 'en espera',
    claimed: 'en espera',
    running: 'en curso',
    passed: 'superado',
    failed: 'fallido',
    errored: 'error',
    skipped: 'omitido',
    cancelled: 'cancelado',
  },
  statuses: {
    queued: 'en cola',
    running: 'en curso',
    paused: 'en pausa',
    completed: 'terminada',
    cancelled: 'cancelada',
    failed: 'con error',
  },

  quota: {
    label: 'Presupuesto de pruebas de hoy',
    left: (remaining, limit) => `Hoy quedan ${formatNumber(remaining)} de ${countUnits(limit)}`,
    resets: 'se renueva',
    perRun: (units, samples) =>
      `Una ejecución puede usar hasta ${countUnits(units)} y hacer hasta ${formatCount(samples, 'repetición', 'repeticiones')}.`,
    none: 'El presupuesto de hoy se agotó.',
  },

  verdicts: {
    bar: (passed, failed, errored) =>
      [
        formatCount(passed, 'superado', 'superados'),
        formatCount(failed, 'fallido', 'fallidos'),
        `${formatNumber(errored)} con errores`,
      ].join(', '),
    rate: (percent) => `${percent}\u00a0% superados`,
    short: (passed, all) => `${formatNumber(passed)} de ${formatNumber(all)}`,
    strip: (states) => `Del más antiguo al más reciente: ${states.join(', ')}`,
    never: 'aún sin ejecutar',
    trend: (rates) =>
      `Porcentajes superados, del más antiguo al más reciente: ${rates.map((rate) => `${rate}\u00a0%`).join(', ')}`,
  },

  chart: {
    passed: 'Superados',
    failed: 'Fallidos',
    errored: 'Error',
    label: (what) => `Resultados: ${what}, por ejecución`,
    table: 'Resultados por ejecución',
    when: 'Hora',
    run: 'Ejecución',
    open: 'Abrir ejecución',
    empty: 'Aún no hay ejecuciones. Los resultados de cada ejecución aparecen aquí.',
  },

  list: {
    table: 'Conjuntos de pruebas',
    name: 'Conjunto',
    rate: 'Última ejecución',
    trend: 'Tendencia',
    when: 'Hora',
    schedule: 'Programación',
    examples: 'Ejemplos',
    examplesHint: 'Generado a partir de los ejemplos de un guion.',
    new: 'Nuevo conjunto',
    record: 'Grabar conversación',
    emptyTitle: 'Aún no hay pruebas',
    emptyText:
      'Un conjunto de pruebas reúne casos. Cada caso reproduce una conversación con el agente y comprueba el resultado. Después de cambiar el agente, ejecuta el conjunto para encontrar los problemas antes que tus clientes.',
  },
  makeSuite: {
    title: 'Nuevo conjunto de pruebas',
    name: 'Nombre',
    description: 'Descripción',
    channel: 'Canal',
    channelHint: 'El canal predeterminado de sus casos.',
  },

  schedule: {
    title: 'Programación',
    hint: 'Ejecuta todo el conjunto automáticamente y avisa al equipo cuando falla un caso.',
    every: 'Ejecutar',
    never: 'Solo manualmente',
    daily: 'Todos los días',
    weekly: 'Todas las semanas',
    weekday: 'Día',
    days: dayNames,
    at: 'A las',
    timezone: 'Zona horaria',
    next: 'Próxima ejecución',
    none: 'manual',
    describe: ({ every, at = '06:00', weekday = 'monday' }) =>
      every === 'weekly' ? `${everyDay[weekday] ?? weekday} a las ${at}` : `todos los días a las ${at}`,
  },

  suite: {
    tabs: { label: 'Secciones del conjunto', cases: 'Casos', history: 'Historial', settings: 'Ajustes' },
    run: 'Ejecutar conjunto',
    runSelected: (many) => `Ejecutar ${countCases(many)}`,
    newCase: 'Nuevo caso',
    fromFacts: 'Generar a partir de los datos',
    fromDescription: 'Generar a partir de una descripción',
    fromCoverage: 'Generar para todos los recorridos de los flujos',
    fromAttacks: 'Generar ataques',
    record: 'Grabar conversación',
    delete: 'Eliminar conjunto',
    deleteTitle: (name) => `¿Eliminar ${name}?`,
    deleteText: 'También se eliminan sus casos. Las ejecuciones y los resultados se conservan.',
    system:
      'Este conjunto se genera a partir de los ejemplos de un guion y se actualiza con ellos. Para editar un caso, cópialo en otro conjunto.',
    cases: 'Casos',
    case: 'Caso',
    tags: 'Etiquetas',
    verdict: 'Último resultado',
    trend: 'Ejecuciones',
    lint: 'Diagnóstico',
    lintErrors: (many) => formatCount(many, 'error', 'errores'),
    lintWarnings: (many) => formatCount(many, 'advertencia', 'advertencias'),
    actions: 'Acciones',
    actionsOf: (title) => `Acciones para ${title}`,
    open: 'Abrir',
    runOne: 'Ejecutar',
    copy: 'Copiar en…',
    emptyTitle: 'Aún no hay casos',
    emptyText:
      'Un caso describe quién escribe, qué hace y qué resultado se espera. Escribe uno, graba una conversación anterior o genera uno por cada dato.',
    settings: 'Información del conjunto',
    name: 'Nombre',
    description: 'Descripción',
    channel: 'Canal',
    channelHint: 'El canal predeterminado de sus casos.',
    channelNone: 'Predeterminado (RCS)',
    historyOf: 'el conjunto',
  },

  copy: {
    title: 'Copiar caso',
    suite: 'En el conjunto',
    ok: 'Copiar',
    done: 'Caso copiado',
    none: 'Aún no tienes ningún conjunto propio. Crea uno primero.',
  },

  record: {
    title: 'Grabar conversación',
    text: 'Los mensajes de la persona pasan a ser los turnos del caso. Una persona inventada sustituye a la real: se cambian los nombres, los números y las direcciones.',
    choose: 'Conversación',
    suite: 'En el conjunto',
    expectation: 'Resultado esperado',
    expectationHint: 'Una o dos frases. Se convierten en un criterio del caso.',
    caseTitle: 'Título',
    ok: 'Grabar',
    messages: (many) => formatCount(many, 'mensaje', 'mensajes'),
    test: 'ensayo',
    withTests: 'Incluir ensayos',
    nothing: 'No hay conversaciones en los últimos 30 días.',
  },

  generate: {
    factsTitle: 'Generar a partir de los datos',
    factsText:
      'Crea un caso por cada dato y cada forma de preguntar, sin un modelo. Sustituye los casos que ya existen, así que vuelve a generar cuando cambien los datos.',
    facts: 'Datos',
    factsHint: 'Déjalo vacío para usar todos los datos que lee el agente.',
    wordings: 'Formas de preguntar por dato',
    descriptionTitle: 'Generar a partir de una descripción',
    descriptionText:
      'Un modelo escribe los casos. Tarda hasta tres minutos. Los casos que aún tienen errores se descartan.',
    coverageTitle: 'Generar para todos los recorridos de los flujos',
    coverageText:
      'Crea casos que, en conjunto, pasan por todos los pasos y todas las ramas de todos los flujos, sin un modelo. Sustituye los casos que creó antes.',
    attacksTitle: 'Generar ataques',
    attacksText:
      'Crea casos con mensajes hostiles, sin un modelo. No los supera un agente que los obedece o que revela sus instrucciones.',
    packsLabel: 'Tipos de ataques',
    packs: {
      injection: 'Inyección: órdenes de ignorar las instrucciones',
      leak: 'Filtración: preguntas sobre las instrucciones y sobre otras personas',
      scope: 'Alcance: peticiones que no corresponden al agente',
      abuse: 'Abuso: insultos, amenazas, repetición',
      format: 'Formato: código, símbolos, mensajes muy largos',
    },
    description: 'Qué probar',
    descriptionHint: 'Por ejemplo: personas que preguntan si se les devuelve el depósito.',
    count: 'Número de casos',
    tags: 'Etiquetas',
    ok: 'Generar',
    made: (made, dropped) => {
      const created = formatCount(made, 'caso creado', 'casos creados')
      return dropped > 0 ? `${created}, ${formatCount(dropped, 'descartado', 'descartados')}` : created
    },
  },
  authoring: {
    title: 'No hay ningún modelo configurado para escribir casos',
    text: 'Quien administra el servidor puede definir uno en AUTHORING_MODEL. Hasta entonces, escribe los casos tú, grábalos o genéralos a partir de los datos.',
  },

  ...cases,
}
