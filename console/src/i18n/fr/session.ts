import type { strings as english } from '../en/session.ts'
import type { Translation } from '../translation.ts'
import { formatCount } from './numbers.ts'

export const strings: Translation<typeof english> = {
  title: 'Connexion à Parley',
  email: 'E-mail',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  signInWith: (name) => `Se connecter avec ${name}`,
  or: 'ou',
  wrong: 'E-mail ou mot de passe incorrect',
  code: 'Code de votre application d’authentification, ou code de secours',
  codeWrong: 'Le code est incorrect ou a déjà été utilisé',
  codeText: 'Votre compte est protégé par la double authentification.',
  startOver: 'Recommencer',
  tooOften: (seconds) => `Trop de tentatives. Attendez ${formatCount(seconds, 'seconde', 'secondes')}, puis réessayez.`,
  issuerRefused: 'Le service de connexion a refusé l’accès. Réessayez, ou connectez-vous avec votre mot de passe.',
  otherTab: 'Cette connexion a été commencée dans un autre onglet, ou a expiré. Recommencez.',
  entering: 'Connexion en cours',
  lostPassword: 'Mot de passe oublié ? Un administrateur de votre organisation peut en définir un nouveau.',
  lostPasswordGuide: 'En savoir plus',
  signInAgain: 'Se reconnecter',
  signInAgainText: 'Votre session a expiré. Vos modifications non enregistrées sont toujours là.',
  otherOrg: (org) => `Connexion à « ${org} »`,
  otherOrgText:
    'Votre connexion actuelle ne donne pas accès à cette organisation. Connectez-vous avec le mot de passe que vous y utilisez. Si vous n’en êtes pas membre, demandez à un de ses administrateurs de vous ajouter.',
  backToYours: 'Revenir à mon organisation',
  invitation: {
    title: (org) => `Rejoindre « ${org} »`,
    text: (email, role) => `L’invitation s’adresse à ${email}. Votre rôle : ${role}.`,
    name: 'Votre nom',
    password: 'Mot de passe pour cette organisation',
    passwordHelp: 'Au moins 8 caractères.',
    existing:
      'Vous avez déjà un compte. Montrez qu’il est à vous avec le mot de passe que vous utilisez dans une autre organisation.',
    accountPassword: 'Mot de passe de votre compte',
    wrongAccount: 'Ce n’est pas le mot de passe de votre compte',
    join: 'Rejoindre',
    invalid: 'Cette invitation n’est pas valable',
    invalidText:
      'Elle est inconnue, expirée, retirée ou déjà utilisée. Demandez-en une nouvelle à un administrateur de l’organisation.',
    signIn: 'Aller à la connexion',
    loading: 'Chargement de l’invitation',
  },
  language: 'Langue',
}
