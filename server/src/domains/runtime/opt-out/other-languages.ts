/** Normalized patterns for other languages; they match the whole clause except for politeness. */
const spanish = [
  '(?:deja|deje|dejen|dejad|para|pare|paren|parad) de (?:enviarme|mandarme|enviar|mandar) (?:(?:estos|esos|mas|tantos|tus|sus|los) )?(?:mensajes|sms|textos|mensajitos)',
  '(?:deja|deje|dejen|dejad|para|pare|paren|parad) de (?:escribirme|molestarme|contactarme|mandarme mensajes)',
  'no me (?:escribas|escriba|escriban|contactes|contacte|contacten|molestes|moleste|molesten)(?: (?:mas|nunca mas|otra vez))?',
  'no (?:me )?(?:envies|envie|envien|mandes|mande|manden) (?:mas )?(?:mensajes|sms|textos)(?: mas)?',
  '(?:ya )?no (?:quiero|deseo)(?: recibir)?(?: (?:mas|sus|tus|estos|esos|sus))* (?:mensajes|sms)(?: mas)?',
  '(?:ya )?no (?:quiero|deseo) que me (?:escriban|contacten|manden mensajes|envien mensajes)(?: mas)?',
  'no mas (?:mensajes|sms|textos)',
  '(?:quitame|quiteme|quitenme|sacame|saqueme|saquenme|eliminame|elimineme|eliminenme|borrame|borreme|borrenme) de (?:la|su|tu|esta|sus) (?:lista|listas|base de datos)',
  '(?:borra|borre|borren|elimina|elimine|eliminen|quita|quiten) mi numero(?: de (?:la|su|tu) lista)?',
  '(?:(?:quiero|deseo|necesito) )?(?:dar(?:me)? de baja|dame de baja|deme de baja|denme de baja)',
  '(?:dejame|dejeme|dejenme) en paz',
]
const german = [
  '(?:hor|horen sie|hort)(?: \\w+)? auf(?: \\w+)? (?:mir (?:nachrichten |sms )?(?:zu )?(?:schreiben|schicken|senden|texten)|mich (?:zu )?(?:kontaktieren|anzuschreiben|belastigen|nerven))',
  '(?:hor|horen sie|hort)(?: \\w+)? auf mit (?:den|diesen|euren|ihren) (?:nachrichten|sms)',
  '(?:keine|nie wieder) (?:weiteren )?(?:nachrichten|sms|whatsapps)(?: mehr)?(?: (?:senden|schicken|an mich|von ihnen|von euch))*',
  '(?:schreib|schreiben sie|schreibt|kontaktiere|kontaktieren sie|kontaktiert|texte|texten sie) (?:mir|mich|uns)(?: bitte)? (?:nicht mehr|nie wieder|nie mehr)',
  '(?:schick|schicken sie|schickt|senden sie|sende|schreib|schreiben sie) (?:mir|uns)(?: bitte)? keine (?:nachrichten|sms)(?: mehr)?',
  'ich (?:mochte|will|wunsche)(?: von (?:ihnen|euch|dir))? keine (?:weiteren )?(?:nachrichten|sms)(?: (?:mehr|von ihnen|von euch|erhalten|bekommen|haben))*',
  'ich (?:mochte|will) nichts mehr von (?:ihnen|euch|dir) horen',
  '(?:nehmen sie|nimm|nehmt|streichen sie|streich|entfernen sie|entferne|loschen sie|losch) (?:mich|meine nummer)(?: bitte)? (?:von|aus)(?: \\w+)? (?:liste|verteiler|datenbank)(?: (?:raus|heraus|runter))?',
  '(?:loschen sie|losche|losch|loscht|entfernen sie)(?: bitte)? meine (?:nummer|telefonnummer|handynummer)',
  '(?:lass|lassen sie|lasst) mich(?: \\w+)? in (?:ruhe|frieden)',
  '(?:diese )?nachrichten abbestellen',
]
const french = [
  '(?:arretez|arrete|cessez)(?: de)? (?:m envoyer|menvoyer) (?:des |ces |vos |tes |tous ces )?(?:messages|sms|textos)',
  '(?:arretez|arrete|cessez)(?: de)? (?:m ecrire|mecrire|me contacter|me deranger|me harceler|me texter|m importuner|mimportuner)',
  '(?:ne )?(?:m ecrivez|mecrivez|m ecris|mecris|me contactez|me contacte|me derangez|me textez) (?:plus(?: jamais)?|jamais plus)',
  '(?:ne )?(?:m envoyez|menvoyez|m envoie|menvoie) plus (?:de |des |vos |aucun )?(?:messages?|sms|textos?)',
  'plus (?:de|aucun) (?:messages?|sms|textos?)',
  'je ne (?:veux|souhaite|desire|voudrais) plus (?:recevoir |avoir )?(?:de |des |vos |ces |aucun )?(?:messages?|sms|textos?)(?: de votre part)?',
  'je ne (?:veux|souhaite|desire|voudrais) plus etre contactee?',
  '(?:desabonnez|desabonne|desinscrivez|desinscris) moi',
  '(?:je (?:veux|voudrais|souhaite) )?me (?:desabonner|desinscrire)',
  '(?:retirez|enlevez|supprimez|retire|enleve|supprime|otez|effacez) (?:moi|mon numero) de (?:votre|vos|ta|cette) (?:liste|listes|base)',
  '(?:retirez|enlevez|supprimez|supprime|effacez) mon numero',
  '(?:laissez|laisse|fichez|foutez) moi(?: la)? (?:tranquille|en paix|paix)',
  'arretez (?:les|vos|ces) (?:messages|sms|textos)',
]

const shapes = [...spanish, ...german, ...french].map((source) => new RegExp(`^(?:${source})$`))
const polite =
  /^(?:(?:por favor|bitte|hola|hallo|bonjour|s il vous plait|sil vous plait|svp|merci de|merci|gracias|danke|ya|basta|mann|verdammt|putain|jetzt|also|ok|oye|no gracias|nein danke|non merci) )+| (?:por favor|porfavor|porfa|bitte|s il vous plait|sil vous plait|s il te plait|svp|stp|merci|gracias|danke|ya|jetzt|endlich|maintenant|sofort|ahora|nunca|nie|a ce numero|a este numero|an diese nummer)$/g

const stops = /^(?:stop|stopp|basta|desabonnement|abmelden|aufhoren)$/

/** Matches Spanish, German, and French. A bare stop word counts only together with a polite phrase. */
export function isForeignOptOut(clause: string): boolean {
  const words = withoutPoliteness(withoutPoliteness(clause))
  return shapes.some((shape) => shape.test(words)) || (words !== clause && stops.test(words))
}

const withoutPoliteness = (clause: string): string => clause.replace(polite, '').trim()
