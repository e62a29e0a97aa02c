/**
 * The locales that CLDR 48 has data for: each language with its scripts and territories. Intl does not list what it
 * knows.
 */

const languages = `
af NA ZA; agq CM; ak GH; am ET; ar 001 AE BH DJ DZ EG EH ER IL IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SS SY TD TN YE;
ars; as IN; asa TZ; ast ES; az Cyrl Cyrl_AZ Latn Latn_AZ AZ; ba RU; bas CM; be BY; bem ZM; bez TZ; bg BG; bgc IN; bho
IN; blo BJ; bm ML; bn BD IN; bo CN IN; br FR; brx IN; bs Cyrl Cyrl_BA Latn Latn_BA BA; bua RU; ca AD ES FR IT; ccp BD
IN; ce RU; ceb PH; cgg UG; chr US; ckb IQ IR; cs CZ; csw CA; cv RU; cy GB; da DK GL; dav KE; de AT BE CH DE IT LI LU;
dje NE; doi IN; dsb DE; dua CM; dyo SN; dz BT; ebu KE; ee GH TG; el CY GR; en 001 150 AE AG AI AS AT AU BB BE BI BM BS
BW BZ CA CC CH CK CM CX CY CZ DE DG DK DM EE ER ES FI FJ FK FM FR GB GD GE GG GH GI GM GS GU GY HK HU ID IE IL IM IN IO
IT JE JM JP KE KI KN KY LC LR LS LT LV MG MH MO MP MS MT MU MV MW MY NA NF NG NL NO NR NU NZ PG PH PK PL PN PR PT PW RO
RW SB SC SD SE SG SH SI SK SL SS SX SZ TC TK TO TT TV TZ UA UG UM US VC VG VI VU WS ZA ZM ZW; eo 001; es 419 AR BO BR BZ
CL CO CR CU DO EA EC ES GQ GT HN IC MX NI PA PE PH PR PY SV US UY VE; et EE; eu ES; ewo CM; fa AF IR; ff Adlm Adlm_BF
Adlm_CM Adlm_GH Adlm_GM Adlm_GN Adlm_GW Adlm_LR Adlm_MR Adlm_NE Adlm_NG Adlm_SL Adlm_SN Latn Latn_BF Latn_CM Latn_GH
Latn_GM Latn_GN Latn_GW Latn_LR Latn_MR Latn_NE Latn_NG Latn_SL Latn_SN BF CM GH GM GN GW LR MR NE NG SL SN; fi FI; fil
PH; fo DK FO; fr BE BF BI BJ BL CA CD CF CG CH CI CM DJ DZ FR GA GF GN GP GQ HT KM LU MA MC MF MG ML MQ MR MU NC NE PF
PM RE RW SC SN SY TD TG TN VU WF YT; fur IT; fy NL; ga GB IE; gaa GH; gd GB; gl ES; gsw CH FR LI; gu IN; guz KE; gv IM;
ha GH NE NG; haw US; he IL; hi Latn Latn_IN IN; hr BA HR; hsb DE; hu HU; hy AM; ia 001; id ID; ie EE; ig NG; ii CN; is
IS; it CH IT SM VA; ja JP; jgo CM; jmc TZ; jv ID; ka GE; kab DZ; kam KE; kde TZ; kea CV; kgp BR; khq ML; ki KE; kk Arab
Arab_CN Cyrl Cyrl_KZ CN KZ; kkj CM; kl GL; kln KE; km KH; kn IN; ko CN KP KR; kok Deva Deva_IN Latn Latn_IN IN; ks Arab
Arab_IN Deva Deva_IN IN; ksb TZ; ksf CM; ksh DE; ku Latn Latn_IQ Latn_SY Latn_TR IQ SY TR; kw GB; kxv Deva Deva_IN Latn
Latn_IN Orya Orya_IN Telu Telu_IN IN; ky KG; lag TZ; lb LU; lg UG; lij IT; lkt US; lmo IT; ln AO CD CF CG; lo LA; lrc IQ
IR; lt LT; lu CD; luo KE; luy KE; lv LV; mai IN; mas KE TZ; mer KE; mfe MU; mg MG; mgh MZ; mgo CM; mi NZ; mk MK; ml IN;
mn MN; mni Beng Beng_IN IN; mr IN; ms BN ID MY SG; mt MT; mua CM; my MM; mzn IR; naq NA; nb; nd ZW; nds DE NL; ne IN NP;
nl AW BE BQ CW NL SR SX; nmg CM; nn NO; nnh CM; no NO; nqo GN; nso ZA; nus SS; nyn UG; oc ES FR; om ET KE; or IN; os GE
RU; pa Arab Arab_PK Guru Guru_IN IN PK; pcm NG; pl PL; pms IT; prg PL; ps AF PK; pt AO BR CH CV GQ GW LU MO MZ PT ST TL;
qu BO EC PE; raj IN; rm CH; rn BI; ro MD RO; rof TZ; ru BY KG KZ MD RU UA; rw RW; rwk TZ; sa IN; sah RU; saq KE; sat
Olck Olck_IN IN; sbp TZ; sc IT; scn IT; sd Arab Arab_PK Deva Deva_IN IN PK; se FI NO SE; seh MZ; ses ML; sg CF; shi Latn
Latn_MA Tfng Tfng_MA MA; shn MM TH; si LK; sk SK; sl SI; smn FI; sn ZW; so DJ ET KE SO; sq AL MK XK; sr Cyrl Cyrl_BA
Cyrl_ME Cyrl_RS Cyrl_XK Latn Latn_BA Latn_ME Latn_RS Latn_XK BA ME RS XK; st LS ZA; su Latn Latn_ID ID; sv AX FI SE; sw
CD KE TZ UG; syr IQ SY; szl PL; ta IN LK MY SG; te IN; teo KE UG; tg TJ; th TH; ti ER ET; tk TM; tn BW ZA; to TO; tok
001; tr CY TR; tt RU; twq NE; tyv RU; tzm MA; ug CN; uk UA; ur IN PK; uz Arab Arab_AF Cyrl Cyrl_UZ Latn Latn_UZ AF UZ;
vai Latn Latn_LR Vaii Vaii_LR LR; vec IT; vi VN; vmw MZ; vun TZ; wae CH; wo SN; xh ZA; xnr IN; xog UG; yav CM; yi UA; yo
BJ NG; yrl BR CO VE; yue Hans Hans_CN Hant Hant_CN Hant_HK Hant_MO CN HK MO; za CN; zgh MA; zh Hans Hans_CN Hans_HK
Hans_MO Hans_MY Hans_SG Hant Hant_HK Hant_MO Hant_MY Hant_TW CN HK MO MY SG TW; zu ZA
`

/** Their codes in underscore form, such as `en_GB`, in order. */
export const localeCodes: readonly string[] = languages.trim().split(';').flatMap((entry) => {
  const [language = '', ...parts] = entry.trim().split(/\s+/)
  return [language, ...parts.map((part) => `${language}_${part}`)]
}).sort()
