const list = (text: string) => new Set(text.trim().split(/\s+/));

/** Words that organizers use around what they ask for; never corrected, and no search terms of their own. */
export const ordinaryWords = list(`
a an the and or of in on at to for from with without by as is are was were be been being am do does did doing done has have had having
i me my we us our you your he she his her it its they them their this that these those who whom whose which what where when why how
not no nor but if then than so such can could will would should may might must shall also too very just only even ever never both either
any some all each every most more many much few several other another one ones two three four someone somebody anyone anybody everyone people
person persons folks student students applicant applicants hacker hackers participant participants candidate candidates kid kids guy guys
looking look find finding need needs want wants wanted wish show list give get gets got please help me us search query match matching ideally
preferably maybe perhaps likely good great strong solid decent excellent best better really well comfortable able capable skilled experienced
experience experiences experienced knowledge skill skills background backgrounds know knows known knowing familiar understand understands
understanding proficient expert experts talented passionate interested interest interests worked working works work make makes making made
build builds building built builder builders maker makers creator creators create creates created use uses used using like likes love loves enjoy enjoys into about around over under between
least past previous previously current currently some years year month months ago new old big small lot lots kind kinds type types sort
something anything thing things stuff area areas field fields related relevant similar especially including includes include etc plus
major majors majoring majored studying studies study degree degrees program programs track tracks team teams teammate teammates member members
hands hand real world actual actually both together along side while during before after until since up down out off again there here
helped helps helping third fourth fifth final run runs ran inside instead without among across whether because while need needing needed someone's anyone's
could've i'd we'd who's they're don't doesn't isn't aren't haven't hasn't wasn't can't won't project projects class classes course courses
job jobs role roles position school university college campus taken taking take takes took come comes coming done going go goes went
`);

/** Common English words beyond that, which are never misspellings of technical words. */
export const commonWords = list(`
able above across act add after age agree air allow alone already always among amount answer appear apply area arm art ask away baby back bad bag
ball bank base bear beat beautiful bed begin behind believe below beside body book born box boy break bring brother business busy buy call camp
capital captain car card care carry case cat catch cause center central certain chance change charge cheap check child choose church circle city
claim clean clear clinic close cloth clothes coat cold color comfort common company compare complete condition consider contain control cook cool
copy corner correct cost count country couple cover create cross crowd cry cup customer cut daily dance danger dark data date day dead deal dear
decide deep degree depend describe desert design develop die difference different difficult dinner direct discuss dog door double doubt draw dream
dress drink drive drop dry during ear early earn earth east easy eat edge education effect effort egg eight end enemy energy engine english enough
enter entire equal evening event exact example except excite exercise expect explain eye face fact fair fall family famous far farm farmer fast
father favor fear feed feel feet fellow few fight figure fill final fine finger finish fire firm first fish fit five fix flat floor flow flower fly
follow food foot force foreign forest forget form forward free fresh friend front fruit full fun game garden gas gather general gentle girl glad
glass gold grand grass gray green ground group grow guess half hall happen happy hard hat head health hear heart heat heavy height hello high hill
history hit hold hole holiday home hope horse hospital hot hotel hour house however huge human hundred hurry hurt husband ice idea imagine important
inside instead iron island join judge jump keep key kill king kitchen knee lady lake land language large last late laugh law lay lead leader learn
leave left leg length less lesson let letter level lie life lift light line lip listen little live local lock lone long lose loud low luck lunch
machine mail main man manage manager map mark market marry master matter meal mean measure meat meet memory mention message metal method middle mile
milk million mind mine minute miss mistake mix model modern moment money moon morning mother mountain mouth move movie music name narrow nation
nature near nearly neck neighbor nice night nine noise none noon north nose note notice now number object ocean offer office often oil okay once
open operate opinion order ought outside own page paint pair paper parent park part partner party pass pay peace pen perfect perform period phone
photo phrase pick picture piece place plain plan plane plant play player point police poor popular position possible post pound power practice
prepare present president press pretty prevent price print private prize problem produce product promise proof protect prove provide public pull
pure push put quality quarter queen question quick quiet quite race radio rain raise range rate rather reach read ready reason receive record red
remember repeat reply report require rest restaurant result return rich ride right ring rise river road rock roll room round row rule run safe sail
sale salt same sand save say school science score sea season seat second secret see seem sell send sense sentence separate serious serve service set
seven shake shall shape share sharp ship shirt shoe shop short shoulder shout show shut sick side sign silent silver simple sing single sister sit
six size skin sleep slow smart smell smile smooth snow social soft soil soldier solve sometimes son song soon sound south space speak special speech
speed spell spend spoke sport spread spring square stage stand star start state station stay steel step stick still stone stop store storm story
straight strange stream street stretch strike string strong struggle subject success sudden sugar suggest suit summer sun supply support suppose sure
surface surprise sweet swim system table tail talk tall taste tax teach tear tell ten term test thank thick thin third though thought thousand throw
thus tie time tiny tire title today toe tomorrow tone tonight tooth top total touch toward town trade train travel tree trip trouble true trust truth
try turn twelve twenty twice uncle unit upon usual valley value various view village visit voice wait walk wall war warm wash watch water wave way
wear weather week weight west wheel white whole wide wife wild win wind window wing winter wire woman wonder wood word worry worth wrong yellow yes
isnt arent dont doesnt havent hasnt cant didnt wont wasnt couldnt shouldnt
ideal idealistic helpful friendly kind funny patient curious eager serious reliable honest creative ambitious driven motivated energetic calm quiet loud brave clever smart bright talented gifted
warn warns rough sketch wire argue argued argument judge judges price priced hundred thousand dozen couple pair single double triple half quarter whole entire several various certain specific exact
meet greet join invite welcome attend host visit travel explore discover invent imagine dream wish hope plan prepare organize organise arrange manage handle solve fix repair break mend clean clear cover
miss missing lack lacking mention maybe perhaps probably certainly definitely absolutely totally fully partly mostly mainly rarely seldom often sometimes usually normally typically generally frequently
rather quite fairly pretty somewhat slightly nearly almost hardly barely exactly roughly around approximately above below beneath beside between beyond within
grow grown growing rise raise fall drop lift push pull throw catch carry bring fetch deliver receive accept reject refuse deny admit agree argue discuss debate explain describe define list count measure weigh compare contrast
customer customers client clients user users audience crowd public private local global national international community society culture language family friend friends roommate neighbour neighbor parents child children adult adults teen teens elderly older younger
office desk room kitchen garage garden farm shop store market mall bank museum library theater theatre stadium gym park beach forest mountain desert river lake ocean island village town city country world planet
food meal breakfast lunch dinner snack coffee tea water juice bread cake pizza recipe recipes clothes shirt shoes jacket dress jewelry furniture chair table lamp bed door window wall floor roof
morning afternoon evening night weekend weekday month season spring summer autumn winter holiday vacation birthday wedding funeral party festival concert show movie film song dance game match race
pitcher leader follower captain coach mentor tutor helper volunteer intern trainee apprentice rookie veteran newcomer outsider insider stranger
weird strange unusual common rare unique special normal ordinary typical random regular official formal informal casual
quickly slowly carefully easily hardly badly nicely properly correctly wrongly together alone apart away back forward upward downward inside outside somewhere anywhere everywhere nowhere
argue taught taught learned learnt bought sold built drew drawn wrote written spoke spoken sang sung won lost led met kept held stood understood thought felt found went gone came
yesterday yet young minus excluding except neither avoid skip besides crowd shake pretty solid inside snappy legally
yesterday yet young freshman freshmen sophomore sophomores junior juniors senior seniors undergraduate undergraduates undergrad graduate graduates
`);
