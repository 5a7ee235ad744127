import type { strings as english } from '../en/account.ts'
import type { Translation } from '../translation.ts'
import { formatCount } from './numbers.ts'

export const strings: Translation<typeof english> = {
  account: {
    lead: 'Tu cuenta en todas tus organizaciones.',
    profile: 'Perfil',
    email: 'Correo electrónico',
    name: 'Nombre',
    noName: 'ninguno',
    role: 'Rol en esta organización',
    orgs: 'Tus organizaciones',
    current: 'actual',
    switchTo: 'Cambiar',
    password: 'Contraseña',
    passwordText:
      'Cambia tu contraseña en esta organización y en las demás que usan la misma contraseña, y cierra tu sesión en todas ellas excepto aquí.',
    currentPassword: 'Contraseña actual',
    newPassword: 'Contraseña nueva',
    changePassword: 'Cambiar contraseña',
    passwordChanged: 'Contraseña cambiada',
    session: 'Esta sesión',
    sessionEnds: 'La sesión caduca',
    sessionText:
      'Una sesión dura 12 horas. Si cierras sesión en una pestaña, se cierra en todas las pestañas de este navegador.',
    extend: 'Prolongar la sesión 12 horas',
    extended: 'Sesión prolongada 12 horas',
  },
  secondFactor: {
    title: 'Segundo factor',
    on: 'activado',
    off: 'desactivado',
    text: 'Pide un código de una aplicación de autenticación además de tu contraseña de esta organización. El inicio de sesión único tiene su propio segundo factor.',
    codesLeft: (left) =>
      left === 1
        ? 'Queda 1 código de recuperación'
        : `Quedan ${formatCount(left, 'código de recuperación', 'códigos de recuperación')}`,
    setUp: 'Configurar',
    setUpTitle: 'Configurar un segundo factor',
    passwordText: 'Escribe tu contraseña de esta organización.',
    next: 'Continuar',
    scan: 'Escanea este código con tu aplicación de autenticación y escribe el código de seis dígitos que muestra.',
    qrCode: 'Código QR para la aplicación de autenticación',
    setupKey: 'Clave de configuración, si no puedes escanear el código',
    openApp: 'Abrir en una aplicación de este dispositivo',
    code: 'Código de seis dígitos',
    switchOn: 'Activar',
    codesTitle: 'Tus códigos de recuperación',
    codesText:
      'Con cada código puedes iniciar sesión una vez sin la aplicación. Guárdalos con tus contraseñas. Tus demás sesiones en esta organización se cerraron.',
    recoveryCodes: 'Códigos de recuperación',
    remove: 'Quitar',
    removeTitle: '¿Quitar el segundo factor?',
    removeText: 'Iniciarás sesión en esta organización solo con tu contraseña.',
    anyCode: 'Código de la aplicación o código de recuperación',
    removed: 'Segundo factor quitado',
  },
  sessions: {
    title: 'Tus sesiones',
    text: 'Dónde tienes la sesión iniciada en esta organización. Si no reconoces una sesión, ciérrala y cambia tu contraseña.',
    current: 'sesión actual',
    unknownClient: 'Cliente desconocido',
    from: (address) => `desde ${address},`,
    began: 'iniciada',
    used: ', último uso',
    end: 'Cerrar sesión',
    endOne: (client) => `Cerrar la sesión de ${client}`,
    ended: 'Sesión cerrada',
    endOthers: 'Cerrar todas las demás',
    othersEnded: 'Todas las demás sesiones cerradas',
  },
  applications: {
    title: 'Aplicaciones conectadas',
    text: 'Aplicaciones a las que permitiste usar esta organización en tu nombre a través de MCP. Pierden el acceso cuando cambias tu contraseña o dejas la organización.',
    none: 'Ninguna',
    connected: 'conectada',
    used: ', último uso',
    revoke: 'Revocar',
    revokeOne: (name) => `Revocar el acceso de ${name}`,
    revoked: 'Acceso revocado',
  },
}
