// data table

/** Each line is a message from a person who wants to opt out. */
export const optOutWordings: string[] = lines(`
please stop texting me
Please stop texting me.
stop texting me
STOP TEXTING ME
STOP TEXTING ME!!!!!
stop texting
plz stop txting
pls stop txting me
plz stop textin me
stop txtin me
Stop messaging me
please stop messaging me
stop msging me
stop contacting me
Please stop contacting me
quit texting me
quit messaging me!
Can you stop texting me?
could you please stop texting me
Could you stop messaging me please
would you please stop contacting me
will you stop texting me already
I want you to stop texting me
I need you to stop contacting me
I would like you to stop messaging me
I asked you to stop texting me
I told you to stop texting me
I already told you to stop messaging me
I said stop texting me
i said STOP
I said stop!
Please stop
please stop.
stop please
Stop now
stop it
STOP IT NOW
just stop
Stop stop stop
stooooop
PLEASE STOP!!!
ok stop
stop already
stop all
Stop, please.
Stop this
can you please stop
Hi, please stop texting me. Thanks
Hello, could you stop sending me messages? Thank you
Sorry, but please stop messaging me
No thanks, stop texting me
not interested, stop texting me
Not interested. Please stop.
I'm not interested, please stop messaging me
Wrong number, stop texting me
wrong number please stop texting
Wrong number. Stop.
who is this? stop texting me
I don't know who this is but stop texting me
stop texting this number
Please stop texting this number
stop sending messages to this number
stop sending me messages
stop sending me texts
Stop sending me these messages
please stop sending me text messages
stop sending these texts
stop sending me spam
stop sending me this crap
stop sending me this shit
stop sending me stuff
stop spamming me
stop spamming
Stop bothering me
please stop bothering me
stop harassing me
stop bugging me
stop writing me
stop writing to me
stop the messages
stop the texts
Stop these messages
stop these texts please
stop all messages
stop all texts
stop messages
stop the spam
no more texts
no more messages
No more messages please
no more text messages
No more texts please, thanks
no more spam
Don't text me
don't text me again
dont text me anymore
Do not text me again
DO NOT TEXT ME
don't message me again
dont msg me again
Don't message me anymore please
do not message me
don't contact me again
Do not contact me
please do not contact me again
do not contact me anymore
don't ever text me again
never text me again
never contact me again
Never message me again!!
don't send me any more messages
dont send me messages
Don't send me texts
please don't send me any more texts
do not send me anything
don't send me anything else
Don't bother me again
don't write to me anymore
please do not disturb me
take me off your list
Take me off this list
take me off your list please
Please take me off your mailing list
take me off your texting list
take me off your contact list
take my number off your list
take me off the list
take me off
please take me off of your list
remove me from your list
Remove me from this list
please remove me from your contacts
remove me from your database
Remove me from your system
remove me from your text list
remove me please
remove me
Please remove me from the mailing list
remove my number
Please remove my number
remove my number from your list
please remove my phone number from your system
remove this number
remov my number plz
delete my number
Please delete my number
delete my number from your list
delete me from your list
lose my number
LOSE MY NUMBER
Can you remove me from your list
could you take me off your list?
I want to be removed from your list
I would like to be removed from this list
I'd like to be taken off your list
i want off your list
i want off this list
get me off this list
get me off your list
unsubscribe me
unsubscribe me please
Please unsubscribe me
please unsubscribe
unsubscribe please
Unsubscribe me from this list
unsubscribe me from these messages
unsubscribe from all
unsuscribe me
unsubcribe please
I want to unsubscribe
i'd like to unsubscribe
I would like to unsubscribe please
How do I unsubscribe?
how can i unsubscribe
can i unsubscribe?
I wish to unsubscribe
opt me out
please opt me out
Opt out please
I want to opt out
I'd like to opt out
i would like to opt out of these messages
how do I opt out?
opt me out of these texts
I opt out
how do i stop these messages?
how do I stop these texts
how do i stop getting these messages
How can I stop receiving these texts?
leave me alone
LEAVE ME ALONE
please leave me alone
just leave me alone!!
leave me the fuck alone
leave me alone please
leave us alone
I don't want these messages
I don't want these texts
i dont want any more messages
I don't want any more texts from you
I don't want to receive these messages
I do not want to receive any more messages
I do not wish to receive these messages
I no longer wish to receive these
I no longer wish to receive these messages
I no longer want to receive texts
I no longer want these messages
i dont want to get these texts anymore
I don't want to hear from you
I don't want to hear from you again
I never want to hear from you again
I do not want to be contacted
I don't want to be contacted anymore
I don't want to be texted
i don't want to be on your list
I don't want you to text me anymore
I don't want you contacting me
I want these messages to stop
I want the texts to stop
make these messages stop
these messages need to stop
I want no more messages
I withdraw my consent
I revoke my consent to be contacted
put me on your do not contact list
add me to your do not text list
Fucking stop texting me
stop fucking texting me
STOP FUCKING TEXTING ME
stop texting me asshole
stop texting me you idiots
for fuck's sake stop texting me
damn it stop texting me
stop the damn texts
jesus christ stop messaging me
Stop texting me or I will report you
stop texting me or I'll sue
stop texting me and remove my number
Stop contacting me and delete my number
remove me from your list and stop texting me
stop messaging me, I'm not interested
stop texting me because I don't live there anymore
I moved away so please stop texting me
I already bought one, please take me off your list
Thanks but please stop messaging me
Thank you for the info but please remove me from your list
I got what I needed. Please stop texting me now.
This is the last time I ask: stop texting me
last warning stop texting me
Seriously, stop texting me
ok please stop texting me now
hey stop texting me
stop texting me ok?
stop texting me thanks
stop texting me right now
stop texting me immediately
Stop contacting me at this number
cease all contact
stop all communication
cancel these messages
cancel all texts
turn off these messages
end these messages
I'm done with these messages
no more contact
STOP 🛑
stop texting me 😡😡
🛑 stop messaging me
S​top texting me
ｓｔｏｐ ｔｅｘｔｉｎｇ ｍｅ
Deja de enviarme mensajes
deja de escribirme
Por favor deje de mandarme mensajes
no me escribas más
No me escriban más por favor
no me manden más mensajes
no me contacten
No quiero recibir más mensajes
no quiero más mensajes
ya no quiero recibir mensajes
no más mensajes
Quítame de la lista
quítenme de su lista por favor
borra mi número
Borren mi número de su lista
quiero darme de baja
darme de baja por favor
déjame en paz
Déjenme en paz
Hör auf mir zu schreiben
Hören Sie auf, mir zu schreiben
Hören Sie bitte auf mir Nachrichten zu schicken
Bitte keine Nachrichten mehr
keine SMS mehr bitte
Keine Nachrichten mehr
Schreib mir nicht mehr
schreiben Sie mir nicht mehr
Bitte schreiben Sie mir nicht mehr
Kontaktieren Sie mich nicht mehr
Ich möchte keine Nachrichten mehr
Ich möchte keine Nachrichten mehr erhalten
ich will keine SMS mehr bekommen
Nehmen Sie mich von der Liste
Bitte nehmen Sie mich von Ihrer Liste
Löschen Sie meine Nummer
lösch meine Nummer bitte
Lass mich in Ruhe
Lassen Sie mich in Ruhe!
Bitte abmelden
Arrêtez de m'envoyer des messages
arrête de m'écrire
Arrêtez de me contacter
Ne m'écrivez plus
ne m'envoyez plus de messages
ne me contactez plus svp
Plus de messages svp
plus de sms merci
Je ne veux plus recevoir de messages
je ne souhaite plus recevoir vos messages
Désabonnez-moi
je veux me désabonner
Retirez-moi de votre liste
Supprimez mon numéro
supprimez mon numéro svp
Laissez-moi tranquille
stop svp
I demand that you stop texting me
would you stop messaging me pls
stop with the texts
please cease sending me messages
quit spamming me
enough with the texts
you have the wrong number please remove me
hey man stop texting me
kindly remove me from your list
kindly stop sending me messages
Kindly unsubscribe me from this list
please get my number out of your system
I want to remove my number from your list
please take this number off your list
I asked you guys to stop. Take me off your list!
I didn't sign up for this, please remove me from your list
I never signed up for these. Unsubscribe me
We are not interested. Please remove us from your list.
My husband passed away. Please stop texting this number
tbh I'm good, please stop messaging me
its not me, wrong person, stop texting me
leave me alone, you creeps
i don't want your messages
I do not want your texts
i dont wanna hear from you anymore
I don't wanna receive texts from you
I don't wish to be contacted by you
stop blowing up my phone, stop texting me
dont txt me again
do not msg me again
plz remove me frm this, unsubscribe
stop mesaging me
unsubscibe me
please opt out my number
I'd rather not receive these messages
No further messages please
stop sending me marketing texts
stop sending me promotional messages
stop all further communication
please stop all these messages
How do I get off this list?
is there a way to stop these messages
`)

/** Each line is a message that only sounds similar. */
export const otherWordings: string[] = lines(`
I'll stop by tomorrow
can I stop by at 5?
Could I stop by the shop this afternoon
we might stop in later
stop by anytime
don't stop
Don't stop!
please don't stop texting me
don't stop sending me these, I love them
never stop messaging me 😍
don't unsubscribe me
please do not unsubscribe me
I don't want to unsubscribe
I don't want to opt out
do not remove me from the list
don't take me off your list
don't remove my number
when does the bus stop
where is the bus stop?
which stop is closest to you
what is the next stop
Is there a bus stop nearby?
bus stop
does the train stop there
the tram stop is closed
cancel my appointment
Please cancel my appointment
cancel
cancel my order
cancel the booking
I want to cancel my reservation
can I cancel?
cancel my subscription
I'd like to cancel my membership
cancel tomorrow
how do I cancel my plan
can I stop the treatment
should I stop taking the medicine?
When can I stop taking the pills
can I stop?
do I need to stop eating before the surgery
how do I stop the bleeding
how do I stop the machine
how do I stop my dog from barking
How can I stop the leak?
how do i stop the subscription renewal
what time do you stop serving lunch
when do you stop taking orders
do you stop for lunch?
why did you stop texting me?
why did you stop sending me offers
Did you stop selling the blue one?
have you stopped messaging customers
you stopped texting me last week, what happened
did I unsubscribe by accident?
why was I unsubscribed?
am I unsubscribed?
was my number removed?
I was removed from the list, can you add me back
stop sending me the wrong invoice, send the right one
stop sending the package to my old address
Please stop sending me the blue ones, I ordered red
stop sending invoices to my old email
stop the delivery
stop the order
stop the payment please
stop my order please
please stop the shipment
stop the auto renewal
stop my membership
stop charging my card
please stop charging me
stop payment on the check
stop calling me Bob, my name is Rob
stop calling me honey
stop calling me sir
quit calling me that
stop texting me at work
stop texting me at night
don't text me before 9am
don't text me after 10
don't text me today
don't text me until Monday
please don't message me on weekends
don't contact me by phone
don't call me, text me
don't call me, just text me
do not call, message me here
don't call before noon
stop texting me about the sofa, tell me about the table
stop texting my old number, use this one from now on
stop texting me here, use my other number
Text my wife instead and stop texting me
my number is different now, remove my old number and use this one
remove my number from the order and use this one
please change my number
update my number please
delete my appointment
delete my order
delete my message
delete the second item
delete my account
remove the onions
remove the second item
remove item 2 from my cart
please remove me from the 3pm class
remove my name from the reservation
remove my dog from the appointment
Take me off the waiting list
take me off the guest list for Saturday
take me off the 3pm appointment
take the pickles off
take it off the bill
take me off hold
take 10% off
can you take something off the price
take me there
remove my card
remove my coupon
remove the stain
how do I remove a stain
remove my tooth
opt out of the insurance
Can I opt out of paper billing
I want to opt out of the breakfast
can we opt out of the tour?
is there an opt out fee
unsubscribe from the premium plan
how do I unsubscribe from the magazine
unsubscribe from the newsletter by mail
what does unsubscribe mean
do I have to unsubscribe?
what happens if I unsubscribe
What happens if I text STOP?
if I reply stop will you cancel my order
does replying STOP cancel the appointment?
it says reply STOP to unsubscribe, what does that mean
Reply STOP to unsubscribe
text STOP to stop
why does it say stop
my friend told me to stop texting him
he said stop texting me
she told me to leave her alone
He said, stop texting me
my ex says leave me alone
My boss told me to stop messaging customers
my kids don't want me to stop texting them
tell him to stop texting me
ask your driver to stop calling me
can you tell my neighbor to leave me alone
someone keeps texting me, how do I stop them
how do I stop spam calls
do you sell spam blockers
I get a lot of spam
is this spam?
spam
who is this?
wrong number
not interested
I'm not interested in the blue one
no
no thanks
no thank you
nope
not now
maybe later
not today thanks
go ahead
leave me a message
leave me a voicemail
leave the package at the door
leave it alone, I like it that way
leave my order alone
home alone
I live alone
I am alone today
can I come alone?
I never received your message
I no longer need the sofa
I no longer want the blue one
I no longer wish to book
I don't want this one
I don't want the large one
I don't want to wait
I don't want to receive the package on Monday
I do not want to be late
I don't want to be a bother
I don't want to hear about prices yet
I want to hear from you
I want to receive messages
please text me
text me again tomorrow
message me when it's ready
send me more messages like this
send me a text
Don't forget to text me
don't forget to message me tomorrow
don't send me the invoice yet
don't send the package
do not send it to my office
don't bother
don't bother wrapping it
don't worry
do not disturb sign on the door please
do you have do not disturb signs
no more questions
no more onions please
no more than 5
no more coffee, thanks
no more rooms left?
no messages from you since Monday
I have no more texts on my plan, call me
enough for today
that's enough
enough people for a table?
more than enough
quit smoking program
I quit my job
I want to quit smoking
how to quit
can I quit the course
end of the month
the end
weekend
when does the sale end
end my membership in May
stop it you're making me laugh
haha stop it
lol stop
stop, that's too funny
omg stop 😂
Stop! I forgot to say it is for two people
stop, let me think
wait stop go back
non-stop flight
is it a nonstop flight?
one stop shop
full stop
stop sign
pit stop
Stop and Shop
the clock has stopped
my car stopped working
the app stopped sending me notifications
I stopped getting your messages, please resume
I stopped receiving texts from you
I'm not getting your texts anymore
why don't I get messages anymore
your messages stopped coming
please don't leave me alone with the puppy
block the sun
do you block mold
mailing list price?
put me on your mailing list
add me to your list
am I on your list?
I want to be on your list
what list am I on
is my number on your list
list of prices please
start
yes
subscribe me
resubscribe me
how do I subscribe
I revoke my statement
my consent form is attached
where do I sign the consent
contact me again next week
please contact me
nobody contacted me
why has nobody contacted me
stop by or message me
if you don't answer I'll stop messaging you
I will stop texting you now, bye
I'll leave you alone now
sorry for bothering you
am I bothering you?
sorry to keep texting
Can I text you again tomorrow?
you can text me
quiero cancelar mi cita
no quiero esperar más
no quiero la roja
para dos personas por favor
para mañana
más mensajes por favor
escríbeme mañana
baja calidad?
¿dónde está la parada?
mi número es 5550100
hör mal, wann habt ihr auf?
keine Zwiebeln mehr bitte
keine Ahnung
Ich möchte keine Zwiebeln
Ich möchte keinen Termin mehr
Wo ist die Haltestelle?
schreib mir morgen
Lass uns morgen treffen
Wie lösche ich meine Bestellung?
ich möchte mein Abo kündigen
plus de fromage svp
je ne veux plus de fromage
je veux plus de messages
je ne veux plus attendre
où est l'arrêt de bus
écrivez-moi demain
retirez les oignons
supprimez ma commande
Je voudrais annuler mon rendez-vous
don't text me now
don't text me right now, I'm in a meeting
I want to stop
I need to stop at the bank first
no more
enough
quit
make it stop leaking
can you make it stop?
how do I stop this?
how do I cancel this
don't send them
don't send this
don't send the message yet
don't send the stuff
I don't want the stuff
I don't want to get this
I am unsubscribed
you removed my number?
you removed me from the list by mistake
this has to stop raining
stop testing
you should stop
stop?
I stop work at 5
stop sending me to voicemail
can you stop my subscription
do not contact my employer
how do I stop texts from showing on my lock screen
stop at the pharmacy please
can you stop at the bank
please stop the car
stop the music
I can't stop eating your cookies
I couldn't stop smiling
can't stop won't stop
we stopped at your store
your stop is next
last stop?
remove me from the tour
take us off the tour please
no quiero más
no me envíe la roja
ich möchte keine mehr
ich will nichts mehr essen
je ne veux plus
Bitte Termin abbestellen
is texting ok?
is it ok to text you here
should I text or call
who do I contact
contact number?
messages are fine
texts are fine with me
I love these messages
these messages are great
your texts are helpful
too many messages today but ok
my list of questions
I need a list of your services
what's on your list
leave me out of the group photo
alone or with friends?
`)

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
