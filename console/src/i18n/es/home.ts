import type { strings as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

export const strings: Translation<typeof english> = {
  title: 'Inicio',
  lead: (agents) => formatCount(agents, 'agente', 'agentes'),
  newAgent: 'Nuevo agente',
  frontDesk: {
    lead: 'Conversaciones, personas y citas de tus agentes.',
    waiting: 'En espera',
    mine: 'Mías',
    unread: 'Sin leer',
    desk: 'Mesa de atención',
    inbox: 'Bandeja de entrada',
    people: 'Personas',
    appointments: 'Citas',
    noneTitle: 'Aún no hay agentes',
    none: 'Un administrador de tu organización elige los agentes con los que trabajas.',
  },
  agents: 'Agentes',
  traffic: 'Tráfico',
  number: formatNumber,
  card: {
    messages: 'Mensajes',
    goals: 'Metas alcanzadas',
    tests: 'Última ejecución de pruebas',
    lastMessage: 'Último mensaje',
    noChannel: 'Aún no hay canales. Añade uno.',
    noRun: 'ninguna',
    running: 'en curso',
    run: (passed, failed) =>
      failed === 0
        ? formatCount(passed, 'superada', 'superadas')
        : `${formatCount(failed, 'fallida', 'fallidas')}, ${formatCount(passed, 'superada', 'superadas')}`,
    channel: (name, status, isLab) => `${name}: ${statuses[status] ?? status}${isLab ? ' en el laboratorio' : ''}`,
    traffic: (count, days) => `${formatCount(count, 'mensaje', 'mensajes')} en ${formatCount(days, 'día', 'días')}`,
  },
  insights: {
    measures: {
      sessions: 'Sesiones',
      contained: 'Resueltas',
      unanswered: 'Sin respuesta',
      goalsReached: 'Metas',
      handedOver: 'Traspasadas',
      cost: 'Costo',
    },
    none: '–',
    share: (share) => `${Math.round(share * 100)}\u00a0%`,
    before: (value) => `antes: ${value}`,
    cost: (cost) =>
      cost
        ? new Intl.NumberFormat(language, { style: 'currency', currency: cost.currency }).format(cost.amount)
        : formatNumber(0),
    answer: (question, count, open) => {
      const short = question.length > 80 ? `${question.slice(0, 80)}…` : question
      const times = count === 1 ? 'una vez' : `${formatNumber(count)} veces`
      const others = open > 1 ? `; es la primera de ${formatNumber(open)} preguntas abiertas` : ''
      return `Responde a «${short}». Se preguntó ${times}${others}.`
    },
    errors: (count) =>
      count === 1 ? 'Mira la sesión en la que falló un turno.' : `Mira los ${formatNumber(count)} turnos que fallaron.`,
    review: 'El agente resolvió menos sesiones que antes: lee las que no resolvió.',
    notContained: (count) =>
      count === 1
        ? 'Lee la sesión que el agente no resolvió.'
        : `Lee las ${formatNumber(count)} sesiones que el agente no resolvió.`,
    nothing: 'No hay nada pendiente: todas las preguntas se respondieron.',
  },
  attention: {
    title: 'Requiere tu atención',
    none: 'Nada requiere tu atención.',
    more: (count) => `Mostrar ${formatNumber(count)} más`,
    fewer: 'Mostrar menos',
    severities: { error: 'Error', warning: 'Advertencia', info: 'Nota' },
  },
  start: {
    title: (agent) => `Prepara ${agent}`,
    progress: (done, all) => `${done} de ${all} listos`,
    list: 'Primeros pasos',
    done: 'Listo',
    todo: 'Pendiente',
    hide: 'Ocultar',
    show: (agent) => `Mostrar los primeros pasos de ${agent}`,
    emulator: 'Abrir el emulador',
    lab: 'Abrir el laboratorio de teléfonos',
    identity: {
      title: 'Di a quién representa',
      todo: 'Añade un correo electrónico, un teléfono o un sitio web para que el agente pueda decir cómo contactar contigo.',
      done: 'El agente sabe cómo pueden contactar contigo.',
      action: 'Editar identidad',
    },
    knowledge: {
      title: 'Enséñale',
      todo: 'Añade datos, fichas o una fuente. El agente los usa para responder.',
      done: (facts, things, sources) =>
        [
          formatCount(facts, 'dato', 'datos'),
          ...(things > 0 ? [formatCount(things, 'ficha', 'fichas')] : []),
          ...(sources > 0 ? [formatCount(sources, 'fuente', 'fuentes')] : []),
        ].join(', '),
      action: 'Añadir un dato',
    },
    trial: {
      title: 'Pruébalo',
      todo: 'Escribe al agente como lo haría cualquier persona. No se envía nada a nadie.',
      done: 'Alguien ya conversó con él.',
      action: 'Probar',
    },
    channel: {
      title: 'Conecta un canal',
      todo: 'Pon el chat web en tu sitio o conecta tu cuenta de un proveedor.',
      lab: (names) =>
        `${names.join(', ')}: ${names.length === 1 ? 'funciona' : 'funcionan'} en el laboratorio de teléfonos y no ${names.length === 1 ? 'llega' : 'llegan'} a ningún teléfono real. Pon el chat web en tu sitio o conecta tu cuenta de un proveedor.`,
      done: (names) => `Las personas pueden escribir por ${names.join(', ')}.`,
      action: 'Conectar un canal',
    },
    publish: {
      title: 'Publica',
      earlier: 'Completa primero los pasos anteriores.',
      draft: (name, changes) =>
        changes === 1
          ? `1 cambio del borrador «${name}» aún no está publicado.`
          : `${formatNumber(changes)} cambios del borrador «${name}» aún no están publicados.`,
      review: 'Revisar y publicar',
      lint: (errors) => `El diagnóstico encontró ${formatCount(errors, 'error', 'errores')}.`,
      fix: 'Ver qué corregir',
      samples: 'Quita primero el contenido de ejemplo: las personas creerían que es real.',
      done: 'Todo lo que has hecho está publicado.',
    },
    model: {
      answers: (name) => `Responde ${name}.`,
      embedded: 'Responde el modelo integrado.',
      embeddedText: 'Da respuestas sencillas a partir de tus datos y tu conocimiento, sin un modelo de lenguaje.',
      connect: 'Conectar un modelo',
      change: 'Cambiar',
    },
    sample: {
      add: 'Añadir contenido de ejemplo',
      addText: 'Cuatro datos y tres personas para hacer pruebas. Puedes quitarlos cuando quieras.',
      added: 'Contenido de ejemplo añadido',
      remove: 'Quitar contenido de ejemplo',
      removeTitle: '¿Quitar el contenido de ejemplo?',
      removeText: 'Se eliminan los datos y las personas de ejemplo. Nada más.',
      removed: 'Contenido de ejemplo quitado',
      agent: 'Este es un agente de ejemplo. Puedes cambiarlo todo o eliminarlo.',
      removeAgent: 'Eliminar el agente de ejemplo',
      facts: [
        { id: 'hours', question: '¿Cuál es el horario?', answer: 'De lunes a viernes, de 9:00 a 17:00.' },
        { id: 'place', question: '¿Dónde están?', answer: 'Calle Ejemplo 12, Springfield.' },
        { id: 'price', question: '¿Cuánto cuesta una visita?', answer: 'La primera visita cuesta 40 dólares.' },
        { id: 'cancel', question: '¿Puedo cancelar?', answer: 'Sí, sin costo hasta el día anterior.' },
      ],
      people: [
        { firstName: 'Alex', lastName: 'Ejemplo' },
        { firstName: 'Noa', lastName: 'Ejemplo' },
        { firstName: 'Cruz', lastName: 'Ejemplo' },
      ],
    },
  },
  first: {
    title: 'Te damos la bienvenida a Parley',
    lead: 'Un agente responde a las personas en los canales que usan, agenda citas e inicia conversaciones. Aún no tienes ningún agente.',
    steps: {
      make: {
        title: '1. Crea un agente',
        text: 'Empieza con una plantilla de tu sector o con un agente vacío. Después puedes cambiarlo todo.',
      },
      teach: {
        title: '2. Enséñale',
        text: 'Escribe lo que debe saber y cómo debe actuar, y pruébalo en el emulador antes que nadie.',
      },
      connect: {
        title: '3. Conecta un canal',
        text: 'El chat web está listo de inmediato. Para SMS y otros canales necesitas una cuenta de un proveedor.',
      },
    },
    make: 'Crear tu primer agente',
    guide: 'Leer la guía de inicio',
    editorsOnly: 'Los editores y administradores de tu organización pueden crear el primer agente.',
  },
}

const statuses: Record<string, string> = {
  Active: 'activo',
  ActionRequired: 'requiere una acción',
  Failed: 'con error',
  Provisioning: 'en preparación',
  Requested: 'solicitado',
  Disabled: 'desactivado',
}
