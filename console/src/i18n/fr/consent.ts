import type { strings as english } from '../en/consent.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  title: 'Connecter une application',
  signInText: 'Une application veut utiliser Parley en votre nom. Connectez-vous pour voir ce qu’elle demande.',
  asks: (name) => `« ${name} » veut utiliser Parley en votre nom`,
  unverified: 'L’application a choisi ce nom elle-même. N’acceptez que si vous venez de commencer à la connecter.',
  redirect: 'Retour vers',
  account: 'Compte connecté',
  otherAccount: 'Utiliser un autre compte',
  org: 'Organisation',
  role: (role) => `Votre rôle ici : ${role}`,
  access: 'Accès',
  accessHelp:
    'Elle peut faire ce que vous cochez ici, tant que votre rôle le permet. Une autorisation cochée peut en inclure d’autres.',
  nothing:
    'Votre rôle ne permet rien de ce que l’application demande. Choisissez une autre organisation, ou adressez-vous à un administrateur.',
  allow: 'Autoriser',
  deny: 'Refuser',
  later: 'Vous pouvez la déconnecter à tout moment sous Mon compte.',
  refused: 'Cette demande ne peut pas être autorisée',
  refusedText:
    'Revenez à l’application et recommencez la connexion. Si cela se reproduit, c’est à l’auteur de l’application de corriger le problème.',
  back: (host) => `Revenir à ${host}`,
  twice: 'La demande contient deux fois le même paramètre.',
  orgSignIn: (org) => `Connectez-vous à « ${org} » pour en autoriser l’accès.`,
  loading: 'Chargement',
}
