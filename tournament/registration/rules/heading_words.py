"""The words of headings in lists of players, by field, and the words that name a script."""

#: Chinese, Japanese, English, German, French, Italian, Spanish, Portuguese, Dutch, Danish, Norwegian, Swedish.
WORDS = {
    "name": """
        name, player, player name, full name, participant, participant name, competitor, names, 姓名, 名字, 选手,
        選手, 选手姓名, 選手姓名, 队员, 队员姓名, 隊員, 隊員姓名, 参赛者, 参赛者姓名, 參賽者, 参赛选手, 真实姓名,
        姓名全称, 氏名, お名前, 名前, 選手名, 選手氏名, プレイヤー, プレイヤー名, プレイヤー氏名, プレーヤー,
        プレーヤー名, 参加者, 参加者名, 参加者氏名, printed name, name as printed, 显示姓名, 表示名, spieler,
        spielerin, spielername, teilnehmer, teilnehmerin, vor- und nachname, vorname und nachname,
        nachname vorname, name vorname, vollständiger name, nom et prénom, nom prénom, nom complet, prénom et nom,
        joueur, joueuse, participant·e, nome e cognome, cognome e nome, cognome nome, nominativo, nome completo,
        giocatore, giocatrice, partecipante, nombre y apellidos, apellidos y nombre, nombre completo, jugador,
        jugadora, participante, jogador, naam, volledige naam, speler, spelersnaam, deelnemer, navn, fulde navn,
        fullt navn, spiller, deltager, deltaker, namn, fullständigt namn, spelare, deltagare
    """,
    "family_name": """
        family name, last name, surname, lastname, familyname, family names, last names, 姓, 姓氏, 氏, 苗字,
        名字(姓), nom, nom de famille, nachname, familienname, zuname, cognome, apellido, apellidos,
        primer apellido, sobrenome, apelido, achternaam, familienaam, efternavn, etternavn, efternamn
    """,
    "given_name": """
        given name, first name, forename, firstname, givenname, given names, first names, forenames, 名, 名前(名),
        下の名前, prénom, prénoms, vorname, vornamen, rufname, nome, nome proprio, nome di battesimo, nombre,
        nombres, nombre de pila, voornaam, voornamen, roepnaam, fornavn, fornavne, förnamn
    """,
    "latin_name": """
        latin name, name in latin letters, latin, romanized name, romanised name, transliteration, 拼音, 拼音名,
        英文名, 英文名字, 罗马字, ローマ字, ローマ字名, 英字, アルファベット, passport name, name in passport,
        护照姓名, 護照姓名, pinyin, romaji, rōmaji, romaja
    """,
    "country": """
        country, nation, nationality, country/region, country code, country or region, represents, 国家, 国籍,
        国家/地区, 国家和地区, 国家或地区, 国家地区, 国别, 國家, 國籍, 國家/地區, 国, 国名, 国・地域, 国/地域,
        代表国, land, nationalität, staatsangehörigkeit, pays, nationalité, paese, nazione, nazionalità, pais,
        nacionalidad, nacionalidade, nationaliteit, nationalitet
    """,
    "federation_number": """
        federation number, ema, ema number, ema no, ema id, ema nr, ema-nummer, numéro ema, numero ema, número ema,
        membership number, member number, member id, license, licence, license number, licence number,
        federation id, 会员号, 会员编号, 會員編號, 协会编号, 注册号, 注册编号, EMA编号, EMA号, 会員番号, 登録番号,
        EMA番号, mitgliedsnummer, lizenznummer, numéro de licence, n° licence, numero tessera, tessera,
        número de socio, número de licencia, lidnummer, lidmaatschapsnummer, medlemsnummer
    """,
    "number": """
        player number, player no, entry number, start number, starting number, participant number, bib, 选手编号,
        選手編號, 参赛号, 参赛编号, 参赛号码, 选手号, 选手号码, プレイヤー番号, プレーヤー番号, 参加番号,
        参加者番号, 選手番号, エントリー番号, startnummer, spielernummer, numéro de joueur, numéro du joueur,
        dossard, numero giocatore, número de jugador, dorsal, spelersnummer, spillernummer
    """,
    "team": """
        team, team name, 队, 队伍, 队名, 队伍名称, 参赛队, 参赛队伍, 代表队, 队别, 所属队伍, 參賽隊, 隊, 隊名,
        隊伍, チーム, チーム名, 所属チーム, équipe, nom de l'équipe, nom d'équipe, squadra, nome squadra, equipo,
        nombre del equipo, equipe, mannschaft, mannschaftsname, teamname, teamnaam, ploeg, hold, holdnavn, lag,
        lagnavn, lagnamn
    """,
    "group": """
        group, delegation, club, region, group name, association, federation, organisation, organization, 团体,
        团队, 代表团, 单位, 代表单位, 参赛单位, 所属单位, 團體, 單位, 协会, 俱乐部, 团体名称, 地区, 団体, 団体名,
        所属, 所属団体, クラブ, クラブ名, 支部, verein, verband, gruppe, fédération, groupe, associazione,
        federazione, gruppo, asociación, federación, grupo, vereniging, bond, groep, forening, klub, klubb,
        förening, grupp
    """,
    "kind": """
        kind, role, type, status, player type, 类别, 身份, 参赛类别, 参赛身份, 類別, 種別, 区分, 参加区分, art,
        rolle, statut, ruolo, tipo, rol, soort, roll
    """,
}
#: Words for the script of a name, as beside or in brackets after "name": "名（拼音）", "Family name (romaji)".
LATIN = """
    latin, latin letters, in latin letters, latin alphabet, roman letters, romanized, romanised, pinyin, romaji,
    rōmaji, english, in english, passport, as in passport, 拼音, 汉语拼音, 漢語拼音, 英文, 英语, 英語, 罗马字,
    羅馬字, 拉丁字母, 英字, ローマ字, ローマ字表記, アルファベット, 英語表記, 护照, lateinisch, lettres latines
"""
NATIVE = """
    chinese, in chinese, japanese, native, native script, original script, kanji, hanzi, 中文, 汉字, 漢字, 日本語,
    日文, 漢字表記, 本国文字
"""
